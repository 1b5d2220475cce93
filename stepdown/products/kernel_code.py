"""The machine code of our own kernels: compiled once per machine, and called by address.

LLVM takes longer for a kernel than for most functions that call it. So a kernel is no part of their
modules. It is compiled by itself, once per process, and kept in the disk cache as an entry of its
own, which every function of every process shares. A function has a variable for the address of each
kernel that it calls, `library.address_variable`; `connect` writes it, whether the function or the
kernel is from this process or from the disk.
"""

from __future__ import annotations

import ctypes
import os
import threading
from typing import TYPE_CHECKING

from ..errors import Error
from ..execution import cache, fingerprint

if TYPE_CHECKING:
    from ..execution.library import Library, Needs
    from ..execution.machine import Engine

_made: dict[tuple[str, bool], Engine | Library] = {}
_lock = threading.Lock()  # one thread compiles a kernel, others that want it wait


def begin(needs: Needs) -> None:
    """Have another thread compile the kernels that code calls, while its own is compiled in this
    one."""
    if any((kernel, needs.openmp) not in _made for kernel in needs.kernels):
        threading.Thread(target=_make, args=[needs], name="stepdown-kernels").start()


def _make(needs: Needs) -> None:
    for kernel in needs.kernels:
        try:
            _kernel(kernel, needs.openmp)
        except Error:
            return  # `connect` comes across it again


# [region connect]
def connect(code: Engine | Library) -> None:
    """Tell a function's code where the kernels are that it calls."""
    for kernel, place in code.places.items():
        found = _kernel(kernel, code.needs.openmp)
        ctypes.c_void_p.from_address(place).value = found.address


def _kernel(name: str, threads: bool) -> Engine | Library:
    """A kernel's code, which is never unloaded."""
    with _lock:
        found = _made.get((name, threads))
        if found is None:
            found = _made[name, threads] = _load(name, threads)
        return found


def _load(name: str, threads: bool) -> Engine | Library:
    """A kernel's code from the disk cache; compiled where there is none that can be trusted."""
    kept = cache.current()
    key = None if kept is None else fingerprint.kernel_key(name, threads)
    if key is None:
        return _compile(name, threads, keep=False)
    found = kept.load(key, name)
    if found is None:
        found = _compile(name, threads, keep=True)
        kept.store(key, name, found.object_file(), found.needs)
    return found
    # [end connect]


def _compile(name: str, threads: bool, keep: bool) -> Engine:
    from ..execution import library, machine
    from ..lowering import contexts
    from . import own_kernels

    with contexts.context():
        module = own_kernels.lowered(name, threads)
        machine.seal(module, {library.entry_symbol(name)}, name, [])
        return machine.Engine(module, name, library.Needs(openmp=threads), keep)


def _unlock() -> None:
    global _lock
    _lock = threading.Lock()


# A child that was forked off has no thread that could give back what its parent's thread had taken.
os.register_at_fork(after_in_child=_unlock)
