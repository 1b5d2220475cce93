"""Carries out the steps of a Dockerfile in a fresh Debian, where there is no Docker: as root,

    python tests/docker/replay.py docker/Dockerfile /var/tmp/stepdown-root

The base comes from debootstrap, whatever FROM names; RUN, COPY, ENV, ARG, USER and WORKDIR then
happen in a chroot, as the user and without the network where the file says so. Caches are not kept.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CONTEXT = Path(__file__).resolve().parents[2]
RELEASE = "trixie"
MIRROR = "http://deb.debian.org/debian"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@dataclass(frozen=True)
class Step:
    """An instruction: its name, its flags such as `chown`, what comes after them, its line."""

    name: str
    flags: dict[str, str]
    rest: str
    line: int


def parse(text: str) -> list[Step]:
    """The instructions of a Dockerfile, continued lines joined and comments left out."""
    steps, pending, start = [], "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("#") or not (line.strip() or pending):
            continue
        start = start if pending else number
        pending += line
        if pending.endswith("\\"):
            pending = pending[:-1]
            continue
        name, _, rest = pending.strip().partition(" ")
        flags: dict[str, str] = {}
        while found := re.match(r"\s*--([a-z]+)=(\S+)\s+", rest):
            flags[found[1]] = f"{flags[found[1]]} {found[2]}" if found[1] in flags else found[2]
            rest = rest[found.end() :]
        steps.append(Step(name.upper(), flags, rest.strip(), start))
        pending = ""
    if pending:
        raise ValueError(f"line {start}: the file ends inside of an instruction")
    return steps


def expanded(text: str, values: dict[str, str]) -> str:
    """`$NAME` and `${NAME}` replaced; a name without a value is an error."""
    return re.sub(r"\$(?:\{(\w+)\}|(\w+))", lambda found: values[found[1] or found[2]], text)


def ignored(path: str, patterns: list[str]) -> bool:
    """Whether .dockerignore leaves a path of the context out: itself or a folder above it."""
    parts = path.split("/")
    for pattern in patterns:
        for end in range(1, len(parts) + 1):
            whole, last = "/".join(parts[:end]), parts[end - 1]
            if pattern.startswith("**/") and fnmatch.fnmatch(last, pattern[3:]):
                return True
            if fnmatch.fnmatch(whole, pattern) and whole.count("/") == pattern.count("/"):
                return True
    return False


def patterns_of(context: Path) -> list[str]:
    lines = (context / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def files_of(context: Path) -> Iterator[Path]:
    """The files that a build gets, relative to the context."""
    patterns = patterns_of(context)
    for folder, folders, files in os.walk(context):
        here = Path(folder).relative_to(context)
        folders[:] = [name for name in folders if not ignored(str(here / name), patterns)]
        yield from (here / name for name in files if not ignored(str(here / name), patterns))


class Replay:
    """The root that is built, and what the instructions so far have set."""

    def __init__(self, root: Path, context: Path = CONTEXT) -> None:
        self.root, self.context = root, context
        self.values: dict[str, str] = {"PATH": PATH}
        self.user, self.folder = "0:0", "/"

    def base(self) -> None:
        command = ["debootstrap", "--variant=minbase", RELEASE, str(self.root), MIRROR]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.copy("/etc/resolv.conf", self.root / "etc" / "resolv.conf")
        # A network that looks into connections has certificates of its own.
        certificates = Path("/etc/ssl/certs/ca-certificates.crt")
        if certificates.exists():
            shutil.copy(certificates, self.root / "etc" / "outside.crt")
            # Of the environment, the pip that fetches what a build needs reads nothing.
            (self.root / "etc" / "pip.conf").write_text("[global]\ncert = /etc/outside.crt\n")
        for kind, name in (("proc", "proc"), ("sysfs", "sys")):
            subprocess.run(["mount", "-t", kind, kind, str(self.root / name)], check=True)
        subprocess.run(["mount", "--rbind", "/dev", str(self.root / "dev")], check=True)

    def step(self, step: Step) -> None:
        if step.name in ("FROM", "CMD"):
            return
        handler = getattr(self, f"_{step.name.lower()}", None)
        if handler is None:
            raise ValueError(f"line {step.line}: {step.name} cannot be replayed")
        handler(step)

    def _arg(self, step: Step) -> None:
        name, _, value = step.rest.partition("=")
        self.values.setdefault(name, value)

    def _env(self, step: Step) -> None:
        for each in shlex.split(step.rest):
            name, _, value = each.partition("=")
            self.values[name] = expanded(value, self.values)

    def _user(self, step: Step) -> None:
        self.user = expanded(step.rest, self.values)

    def _workdir(self, step: Step) -> None:
        self.folder = step.rest
        (self.root / self.folder.strip("/")).mkdir(parents=True, exist_ok=True)

    def _copy(self, step: Step) -> None:
        *sources, target = shlex.split(step.rest)
        uid, gid = map(int, expanded(step.flags.get("chown", "0:0"), self.values).split(":"))
        there = self.root / self.folder.strip("/") / target
        for file in files_of(self.context):
            if "." in sources or str(file) in sources:
                to = there / (file if "." in sources else file.name)
                for parent in reversed(to.relative_to(self.root).parents):
                    if not (self.root / parent).exists():
                        (self.root / parent).mkdir()
                        os.chown(self.root / parent, uid, gid)
                shutil.copy2(self.context / file, to)
                os.chown(to, uid, gid)

    def _run(self, step: Step) -> None:
        self.run(step.rest, network=step.flags.get("network") != "none")

    def run(self, command: str, network: bool = True) -> None:
        """A shell command in the root, as the user, in the folder; raises when it fails."""
        settings = [f"{name}={value}" for name, value in self.values.items()]
        inside = f"cd {shlex.quote(self.folder)} && {command}"
        words = ["chroot", f"--userspec={self.user}", str(self.root), "env", "-i", *settings,
                 "/bin/sh", "-c", inside]  # fmt: skip
        subprocess.run(words if network else ["unshare", "--net", *words], check=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dockerfile", type=Path)
    parser.add_argument("root", type=Path, help="a folder to be made, on a file system with 4 GB")
    parser.add_argument("--then", action="append", default=[], help="a command to run at the end")
    given = parser.parse_args(arguments)
    if "STEPDOWN_REPLAY" not in os.environ:  # what is mounted goes with this process
        again = [sys.executable, __file__, *arguments]
        return subprocess.run(
            ["unshare", "--mount", "--propagation", "private", *again],
            env=os.environ | {"STEPDOWN_REPLAY": "1"}, check=False,
        ).returncode  # fmt: skip
    replay = Replay(given.root.resolve())
    replay.base()
    for step in parse(given.dockerfile.read_text(encoding="utf-8")):
        print(f"--- {step.name} {step.rest[:100]}", flush=True)
        started = time.perf_counter()
        replay.step(step)
        print(f"    {time.perf_counter() - started:.1f} s", flush=True)
    for command in given.then:
        print(f"--- then, without the network: {command}", flush=True)
        replay.run(command, network=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
