"""The published GPT-2, pinned to the byte: fetched, resumed where it broke off, checked, kept.

A file gets its name only after its size and its SHA-256 are right; until then it is NAME.part. What
is in the files is of no interest here.
"""

from __future__ import annotations

import fcntl
import hashlib
import http.client
import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .errors import FetchError

REPOSITORY = "openai-community/gpt2"
REVISION = "607a30d783dfa663caf39e06633721c8d4cfcd7e"
CHUNK = 1 << 20
SPARE = 50_000_000  # bytes to leave free on the disk
PATIENCE = 30.0  # seconds without a byte


@dataclass(frozen=True)
class File:
    """A published file: its size in bytes, and the SHA-256 of what is in it."""

    name: str
    size: int
    sha256: str


# [region pins]
FILES = (
    File("config.json", 665, "0daed7749b4f02b8f76240d5444551d7b08712dab4d0adb8239c56ba823bb7b4"),
    File("vocab.json", 1042301, "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"),
    File("merges.txt", 456318, "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"),
    File("model.safetensors", 548105171,
         "248dfc3911869ec493c76e65bf2fcf7f615828b0254c12b473182f0f81d3a707"),
)  # fmt: skip
# [end pins]


class _Broken(Exception):
    """A connection that ended early, or never began: worth another try, if there ever was one."""

    def __init__(self, why: str, *, reached: bool = True, anew: bool = False) -> None:
        super().__init__(why)
        self.reached, self.anew = reached, anew  # anew: what is kept is of no use to the server


def address(file: File) -> str:
    """Where a file is published. HF_ENDPOINT names a mirror of the hub, as for its own tools."""
    hub = os.environ.get("HF_ENDPOINT") or "https://huggingface.co"
    return f"{hub.rstrip('/')}/{REPOSITORY}/resolve/{REVISION}/{file.name}"


def fault(path: Path, file: File) -> str:
    """What is wrong with a file on the disk; empty if it is the published one."""
    if not path.exists():
        return "missing"
    size = path.stat().st_size
    if size != file.size:
        return f"{size} bytes, and the published file has {file.size}"
    found = digest(path)
    if found != file.sha256:
        return f"its SHA-256 is {found}, and the published file's is {file.sha256}"
    return ""


def digest(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def fetch(
    folder: Path,
    files: Sequence[File] = FILES,
    *,
    say: Callable[[str], None] = print,
    watch: Callable[[File, int], None] = lambda file, done: None,
    pauses: Iterable[float] = (1, 2, 4, 8),
) -> None:
    """Have these files in a folder, fetching those that are missing or not right.

    `watch` is told how far a file is; `pauses` are the seconds to wait before each new try of a
    connection that broke. FetchError says what failed; what arrived by then is gone on with next
    time, unless it was wrong.
    """
    with _alone(folder):
        wanted = []
        for file in files:
            wrong = fault(folder / file.name, file)
            say(f"{file.name}: {wrong or 'right'}")
            if wrong:
                wanted.append(file)
        _room(folder, wanted)
        for file in wanted:
            _fetch(file, folder, watch, tuple(pauses))
            say(f"{file.name}: {file.size} bytes, and their SHA-256 is right")


def _room(folder: Path, wanted: Sequence[File]) -> None:
    """Refuse to begin what the disk cannot hold."""
    need = sum(file.size - _have(_part(folder, file)) for file in wanted)
    free = shutil.disk_usage(folder).free
    if wanted and free < need + SPARE:
        raise FetchError(
            f"no room: {need / 1e6:.0f} MB are to come and {SPARE / 1e6:.0f} MB shall stay free, "
            f"and {folder} has {free / 1e6:.0f} MB. Nothing was fetched"
        )


def _part(folder: Path, file: File) -> Path:
    return folder / f"{file.name}.part"


def _have(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _fetch(file: File, folder: Path, watch: Callable, pauses: Sequence[float]) -> None:
    """One file: tries, until it is whole; then the check, then its name."""
    part, waits, reached = _part(folder, file), list(pauses), False
    if (most := _have(part)) > file.size:
        part.unlink()
        most = 0
    while _have(part) < file.size:
        try:
            _receive(file, part, watch)
        except _Broken as broken:
            reached |= broken.reached
            if broken.anew:
                part.unlink(missing_ok=True)
            if _have(part) > most:
                most, waits = _have(part), list(pauses)  # it got on: as patient as at first
            if not waits or not reached:
                raise FetchError(f"{address(file)}: {broken}. {_kept(part)}") from None
            time.sleep(waits.pop(0))
    if (found := digest(part)) != file.sha256:
        part.unlink()
        raise FetchError(
            f"{address(file)}: what came has the SHA-256 {found}, and the published file's is "
            f"{file.sha256}. It is thrown away"
        )
    os.replace(part, folder / file.name)


# [region receive]
def _receive(file: File, part: Path, watch: Callable[[File, int], None]) -> None:
    """One connection: ask for the bytes that are missing, and append them to the part."""
    have = _have(part)
    request = urllib.request.Request(address(file), headers={"User-Agent": "stepdown"})
    if have:
        request.add_header("Range", f"bytes={have}-")
    with _connected(request) as answer:
        at = have if have and answer.status == 206 else 0  # 200: the server begins anew
        said = answer.headers.get("Content-Range" if at else "Content-Length", "")
        if at and not said.startswith(f"bytes {at}-"):
            raise FetchError(f"{request.full_url}: asked for bytes from {at}, was sent {said!r}")
        total = said.rpartition("/")[2]
        if total.isdecimal() and int(total) != file.size:
            raise FetchError(
                f"{request.full_url}: {total} bytes are offered, and the published file has "
                f"{file.size}: that is something else (a login page?)"
            )
        with part.open("r+b" if at else "wb") as stream:
            stream.seek(at)
            while at < file.size and (piece := answer.read(min(CHUNK, file.size - at))):
                stream.write(piece)
                at += len(piece)
                watch(file, at)
        if at < file.size:
            raise _Broken(f"the connection ended after {at} of {file.size} bytes")


# [end receive]


@contextmanager
def _connected(request: urllib.request.Request):
    """An answer of the server; whatever can break on the way is _Broken, a refusal FetchError."""
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            yield answer
    except urllib.error.HTTPError as error:
        if error.code == 416:  # no such range
            raise _Broken("the server's file is shorter than what is kept", anew=True) from None
        if error.code >= 500 or error.code in (408, 429):
            raise _Broken(f"the server answers {error.code} {error.reason}") from None
        raise FetchError(
            f"{request.full_url}: the server answers {error.code} {error.reason}"
        ) from None
    except FetchError:
        raise
    except urllib.error.URLError as error:
        raise _Broken(f"no connection ({error.reason})", reached=False) from None
    except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
        raise _Broken(f"the connection broke ({error or type(error).__name__})") from None
    except OSError as error:
        raise FetchError(
            f"{error.filename or request.full_url}: {error.strerror or error}"
        ) from error


def _kept(part: Path) -> str:
    have = _have(part)
    return f"{have} bytes are kept in {part}; the next call goes on from there" if have else (
        "Nothing was fetched"
    )  # fmt: skip


@contextmanager
def _alone(folder: Path):
    """One fetch at a time writes to a folder. The lock ends with the process, whatever ends it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise FetchError(f"{error.filename}: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FetchError(f"{folder}: another process is fetching into it") from None
        yield
