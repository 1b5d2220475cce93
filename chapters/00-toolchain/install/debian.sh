#!/bin/sh
# LLVM 22 for Debian and Ubuntu. Run as root. Where the distribution has no mlir-22-tools, the
# packages come from apt.llvm.org.
set -eu

apt-get update
if ! apt-cache show mlir-22-tools >/dev/null 2>&1; then
    apt-get install -y ca-certificates wget
    . /etc/os-release
    wget -qO /etc/apt/trusted.gpg.d/apt.llvm.org.asc https://apt.llvm.org/llvm-snapshot.gpg.key
    echo "deb https://apt.llvm.org/$VERSION_CODENAME/ llvm-toolchain-$VERSION_CODENAME-22 main" \
        >/etc/apt/sources.list.d/llvm-22.list
    apt-get update
fi
apt-get install -y mlir-22-tools llvm-22 lld-22

echo 'export STEPDOWN_LLVM=/usr/lib/llvm-22'
