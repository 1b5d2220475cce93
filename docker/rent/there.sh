#!/bin/sh
# The part of check.sh that runs on the machine with the GPU, in the copy of the sources.
set -eu
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
root=$(if [ "$(id -u)" != 0 ]; then echo sudo; fi)

if command -v docker >/dev/null; then  # a whole machine, such as Lambda's
    $root docker build -f docker/Dockerfile.cuda --build-arg UID="$(id -u)" \
        --build-arg GID="$(id -g)" -t stepdown:cuda .
    mkdir -p build/gpu-check
    exec $root docker run --rm --gpus all \
        --volume "$PWD/build/gpu-check:/stepdown/build/gpu-check" stepdown:cuda make gpu-check
fi

# A container already, such as RunPod's and Vast.ai's. Its PyTorch, if it has one, is used too.
if ! python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    $root apt-get update -qq
    $root apt-get install -qq --no-install-recommends python3-venv
fi
python3 -m venv --system-site-packages build/rented
build/rented/bin/python -m pip install -q -c constraints.txt numpy rich ml_dtypes cuda-python
exec build/rented/bin/python -m tests.gpu
