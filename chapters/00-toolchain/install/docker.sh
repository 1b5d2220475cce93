#!/bin/sh
# A chapter in a container: nothing is installed on this machine, and nothing is written to the
# checkout. The image has Python, make and a C compiler. Run at the repository's root.
#
#   sh chapters/00-toolchain/install/docker.sh [make's targets]
set -eu

docker run --rm -it --volume "$PWD:/source:ro" python:3.12-bookworm sh -c '
    mkdir /stepdown && cd /source && tar --exclude=./.venv --exclude=./build -cf - . | tar -xf - -C /stepdown
    cd /stepdown && exec make "$@"' sh "${@:-chapter-0}"
