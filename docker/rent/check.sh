#!/bin/sh
# Runs `make gpu-check` on a machine that you can reach with ssh, and brings its JSON back.
#
#   sh docker/rent/check.sh root@203.0.113.7 -p 2222
#
# What needs no GPU, compiling and simulating, happens here first. The machine gets the sources and
# the result of that, and four packages beside its own Python, or an image where it has Docker.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || { echo "usage: $0 USER@HOST [options of ssh]" >&2; exit 2; }

make --no-print-directory setup EXTRAS=dev,gpu
.venv/bin/python -m tests.gpu prepare
tar -czf - .dockerignore LICENSE Makefile README.md constraints.txt pyproject.toml \
    chapters docker mlir runners stepdown tests build/gpu-check/prepared |
    ssh "$@" 'mkdir -p stepdown && tar -xzf - -C stepdown'
status=0
ssh "$@" 'cd stepdown && sh docker/rent/there.sh' || status=$?
ssh "$@" 'cd stepdown/build/gpu-check && tar -cf - *.json' | tar -xf - -C build/gpu-check
ls -l build/gpu-check/*.json
exit $status
