#!/bin/sh
# The commands that docker/README.md shows, in its order. They need Docker; those for the GPU need one,
# and the last one needs neither, but root and debootstrap.
set -eu
cd "$(dirname "$0")/.."

# [region image]
docker build -f docker/Dockerfile -t stepdown:cpu .
docker run --rm stepdown:cpu                       # lists what there is
docker run --rm --network=none stepdown:cpu make chapter-3
docker run --rm --network=none stepdown:cpu make test
docker run --rm -it stepdown:cpu bash              # look around; `. .venv/bin/activate` first
# [end image]

# [region compose]
mkdir -p build                                     # as yourself: Docker would make it as root
STEPDOWN_UID=$(id -u) STEPDOWN_GID=$(id -g)
export STEPDOWN_UID STEPDOWN_GID
docker compose -f docker/compose.yaml build cpu
docker compose -f docker/compose.yaml run --rm cpu make chapter-4
# [end compose]

# [region gpu]
docker compose -f docker/compose.yaml build gpu
docker compose -f docker/compose.yaml run --rm gpu nvidia-smi
docker compose -f docker/compose.yaml run --rm gpu make chapter-8
docker compose -f docker/compose.yaml run --rm gpu make gpu-check
# The same beside cuBLAS: PyTorch, which is not in the image, is fetched for this one container.
docker run --rm --gpus all --volume "$PWD/build:/stepdown/build" stepdown:cuda \
    make setup-peers gpu-check
# [end gpu]

# [region prepare]
.venv/bin/python -m tests.gpu prepare
# [end prepare]

# [region replay]
python tests/docker/replay.py docker/Dockerfile /var/tmp/stepdown-root --then "make chapter-3"
# [end replay]
