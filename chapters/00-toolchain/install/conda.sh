#!/bin/sh
# LLVM 22 from conda-forge, in an environment of its own. Here mlir-python-bindings is the real
# thing (on PyPI that name is only reserved); this environment does without it.
set -eu

conda create --yes --name llvm22 --channel conda-forge --override-channels \
    'mlir=22.1' 'llvm-tools=22.1' 'lld=22.1'

prefix=$(conda run --name llvm22 printenv CONDA_PREFIX)
"$prefix/bin/mlir-opt" --version
echo "export STEPDOWN_LLVM=$prefix"
