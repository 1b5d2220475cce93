"""Compiled code on disk, for the next process: a shared library and a description for each key.

The folder is STEPDOWN_CACHE, else stepdown/ in XDG_CACHE_HOME or ~/.cache; STEPDOWN_CACHE=off turns
the cache off. It holds code that will be run, so one that others can write to is refused. An entry
whose checksum is wrong is removed and made again. When the folder has more than LIMIT bytes, the
entries that were not used for longest go. What a key is made of is `fingerprint`'s.

Where the folder cannot be used there is one warning, and functions are compiled as if it was off.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import re
import shutil
import tempfile
import threading
import time
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from runners.errors import Error

from ..errors import CacheWarning
from .library import Library, Needs

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

LIMIT = 256 << 20
FORMAT = 1
ABANDONED = 3600  # seconds after which what is half-made belongs to a process that is gone
_OURS = re.compile(r"([0-9a-f]{64})\.(json|[0-9a-f]{64}\.so)|\.making-\w+")
_WRITABLE_BY_OTHERS, _ROOT = 0o022, 0


def current() -> Cache | None:
    """The cache that the environment names; None if it is off."""
    chosen = os.environ.get("STEPDOWN_CACHE", "")
    if chosen.lower() == "off":
        return None
    home = os.environ.get("XDG_CACHE_HOME", "")
    # A relative path does not count, says the XDG Base Directory Specification.
    home = home if os.path.isabs(home) else os.path.join(os.path.expanduser("~"), ".cache")
    return _at(os.path.abspath(os.path.expanduser(chosen) if chosen else f"{home}/stepdown"))


@functools.cache
def _at(folder: str) -> Cache:
    return Cache(Path(folder))


def flush() -> None:
    """Wait until what was compiled until now is on disk. Also done when the interpreter ends."""
    _worker().submit(lambda: None).result()


class Cache:
    """A folder of compiled code."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._readable = self._writable = True

    def load(self, key: str, name: str) -> Library | None:
        """The code of an entry, None where there is none that can be trusted."""
        if not self._readable or not self._is_private():
            return None
        description = self.folder / f"{key}.json"
        try:
            library = self._open(description, key, name)
            with contextlib.suppress(OSError):
                os.utime(description)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            warn(f"the cache's entry {description} is not used and made again: {error}")
            remove(description)
            return None
        return library

    # [region open]
    def _open(self, description: Path, key: str, name: str) -> Library:
        entry = json.loads(read(description))
        if (entry["format"], entry["key"]) != (FORMAT, key):
            raise ValueError("it is of another format or of another function")
        path = self.folder / f"{key}.{entry['sha256']}.so"
        if hashlib.sha256(read(path)).hexdigest() != entry["sha256"]:
            raise ValueError(f"{path.name} is not what was written")
        return Library(path, name, Needs(**entry["needs"]))
        # [end open]

    def store(self, key: str, name: str, code: bytes, needs: Needs) -> None:
        """Make an entry of an object file, soon: linking it is left to another thread."""
        if self._writable:
            _worker().submit(self._write, key, name, code, needs)

    def _write(self, key: str, name: str, code: bytes, needs: Needs) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self._is_private():
                return
            # Beside the entries, so that what is whole is moved there in one step.
            with tempfile.TemporaryDirectory(prefix=".making-", dir=self.folder) as scratch:
                self._make(Path(scratch), key, name, code, needs)
            self._shrink()
        except (OSError, Error) as error:
            self._give_up(f"nothing can be written to it: {error}", readable=True)

    def _make(self, scratch: Path, key: str, name: str, code: bytes, needs: Needs) -> None:
        from runners import native

        source, library, description = (scratch / f"code.{end}" for end in ("o", "so", "json"))
        source.write_bytes(code)
        native.link(source, library, ())
        digest = hashlib.sha256(library.read_bytes()).hexdigest()
        entry = {"format": FORMAT, "key": key, "function": name, "sha256": digest}
        entry["needs"] = asdict(needs)
        description.write_text(json.dumps(entry, indent=1) + "\n", encoding="utf-8")
        for path in (library, description):
            path.chmod(0o600)
        # The description last: it names the library, by its contents.
        os.replace(library, self.folder / f"{key}.{digest}.so")
        os.replace(description, self.folder / f"{key}.json")

    def _is_private(self) -> bool:
        """Whether only this user can write to the folder, or it does not exist yet."""
        try:
            others = _others(self.folder.stat())
        except FileNotFoundError:
            return True
        except OSError as error:
            self._give_up(f"it cannot be read: {error.strerror}")
            return False
        if others:
            self._give_up(f"{others}, but it holds code that is run and has to be yours alone")
        return not others

    def _give_up(self, why: str, readable: bool = False) -> None:
        with self._lock:
            first, self._readable, self._writable = self._writable, readable, False
        if first:
            warn(
                f"the disk cache {self.folder} is not used: {why}. What is compiled now will be "
                "compiled again in the next process; STEPDOWN_CACHE names another folder, or is off"
            )

    def _shrink(self) -> None:
        """Remove what was not used for longest, and what processes that are gone left half-made."""
        now, total = time.time(), 0
        groups: dict[str, list[tuple[float, int, Path]]] = {}
        for item in os.scandir(self.folder):
            ours = _OURS.fullmatch(item.name)
            if not ours:
                continue
            with contextlib.suppress(FileNotFoundError):
                status = item.stat(follow_symlinks=False)
                path = Path(item.path)
                if ours[1]:
                    total += status.st_size
                    groups.setdefault(ours[1], []).append((status.st_mtime, status.st_size, path))
                elif now - status.st_mtime > ABANDONED:
                    shutil.rmtree(path, ignore_errors=True)
        if total <= LIMIT:
            return
        for group in sorted(groups.values(), key=lambda g: max(g)[0]):
            # The description first: without it nobody asks for the library.
            for _, size, path in sorted(group, key=lambda part: part[2].suffix):
                total -= size
                remove(path)
            if total <= LIMIT * 9 // 10:
                return


def read(path: Path) -> bytes:
    """A file of the cache, if only this user can have written it."""
    with open(path, "rb") as file:
        why = _others(os.fstat(file.fileno()))
        if why:
            raise PermissionError(f"{path.name}: {why}")
        return file.read()


def _others(status: os.stat_result) -> str | None:
    """How others could have changed a file or folder, None if they could not."""
    if status.st_uid not in (_ROOT, os.geteuid()):
        return f"it belongs to the user {status.st_uid}"
    if status.st_mode & _WRITABLE_BY_OTHERS:
        return f"others can write to it (mode {status.st_mode & 0o777:o})"
    return None


def remove(path: Path) -> None:
    """Remove a file of the cache; another process may have done so."""
    with contextlib.suppress(OSError):
        path.unlink()


def warn(message: str) -> None:
    """Say why something of the cache is not used."""
    warnings.warn(message, CacheWarning, stacklevel=2)


# The thread that links ------------------------------------------------------------------------


@functools.cache
def _worker() -> ThreadPoolExecutor:
    """One thread; what it has been given is done before the interpreter ends."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, thread_name_prefix="stepdown-cache")


# A child that was forked off has no such thread, and leaves its parent's work to the parent.
os.register_at_fork(after_in_child=_worker.cache_clear)
