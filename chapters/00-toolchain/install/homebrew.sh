#!/bin/sh
# LLVM 22 from Homebrew, on macOS or Linux. The formula `llvm` holds mlir-opt and the runner
# libraries too, and the linker is a formula of its own.
set -eu

formula=llvm@22
brew info "$formula" >/dev/null 2>&1 || formula=llvm # 22 is, or was, the newest
brew install "$formula" lld libomp

prefix=$(brew --prefix "$formula")
"$prefix/bin/mlir-opt" --version
echo "export STEPDOWN_LLVM=$prefix"
