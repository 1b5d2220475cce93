#!/bin/sh
# LLVM 22.1.8 from source, with the Python bindings and, where CUDA is installed, the CUDA runner.
# Needs git, cmake, ninja, a C++17 compiler and the Python that will use the bindings.
#
#   sh source.sh [PREFIX]      PYTHON=python3.12 picks the interpreter
set -eu

prefix=${1:-$HOME/llvm-22}
python=$(command -v "${PYTHON:-python3}")
sources=$PWD/llvm-project
[ -d "$sources" ] ||
    git clone --depth 1 --branch llvmorg-22.1.8 https://github.com/llvm/llvm-project "$sources"

# nanobind and the stub generator that the bindings are built with
"$python" -m pip install -r "$sources/mlir/python/requirements.txt"

# [region configure]
set -- -G Ninja -S "$sources/llvm" -B "$sources/build" \
    -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$prefix" \
    -DLLVM_ENABLE_PROJECTS='mlir;lld' \
    -DLLVM_TARGETS_TO_BUILD='Native;NVPTX' \
    -DLLVM_ENABLE_ASSERTIONS=ON \
    -DLLVM_INSTALL_UTILS=ON \
    -DLLVM_BUILD_LLVM_DYLIB=ON \
    -DLLVM_LINK_LLVM_DYLIB=ON \
    -DMLIR_ENABLE_BINDINGS_PYTHON=ON \
    -DMLIR_ENABLE_EXECUTION_ENGINE=ON \
    -DPython3_EXECUTABLE="$python" -DPython_EXECUTABLE="$python"
if command -v nvcc >/dev/null; then # libmlir_cuda_runtime.so wants CUDA's headers and libcuda
    set -- "$@" -DMLIR_ENABLE_CUDA_RUNNER=ON
fi
cmake "$@"
# [end configure]
cmake --build "$sources/build"
cmake --install "$sources/build"

echo "export STEPDOWN_LLVM=$prefix"
echo "export PYTHONPATH=$prefix/python_packages/mlir_core"
