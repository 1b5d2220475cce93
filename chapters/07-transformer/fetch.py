"""`make model`: fetches GPT-2's weights into models/gpt2, or looks at the ones that are there.

python chapters/07-transformer/fetch.py [FOLDER]

Where STEPDOWN_MODEL names a folder, that one is read and checked, and nothing is written.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from stepdown import gpt2
from stepdown.gpt2 import fetch, places

INSTEAD = (
    f"Without it: put {', '.join(file.name for file in fetch.FILES)} of {fetch.REPOSITORY} into "
    "{folder}, or name the folder that they are in with STEPDOWN_MODEL=FOLDER. The chapters run "
    "without them, too, on a tiny model that they make"
)


def look(folder: Path) -> None:
    """Read a checkpoint as the chapters will, and say what it is."""
    model = gpt2.load(folder)
    c = model.config
    print(
        f"{folder}: {c.parameters:,} parameters, {c.layers} layers, {c.heads} heads, "
        f"width {c.width}, {c.vocabulary} tokens"
    )
    faults = [
        f"{f.name}: {fault}" for f in fetch.FILES if (fault := fetch.fault(folder / f.name, f))
    ]
    print("\n".join(faults) if faults else "These are the published files, to the byte.")


def get(folder: Path) -> None:
    """Fetch, with a bar on a terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, transient=True, disable=not sys.stderr.isatty()) as bar:
        tasks = {file.name: bar.add_task(file.name, total=file.size) for file in fetch.FILES}
        fetch.fetch(
            folder,
            say=bar.console.print if not bar.disable else print,
            watch=lambda file, done: bar.update(tasks[file.name], completed=done),
        )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where to, if not models/gpt2")
    folder = parser.parse_args(arguments).folder
    try:
        if folder is None and (named := places.named()):
            look(named)
            return 0
        folder = folder or places.DEFAULT
        try:
            get(folder)
        except gpt2.FetchError as error:
            raise gpt2.FetchError(f"{error}. {INSTEAD.format(folder=folder)}.") from None
        if folder == places.DEFAULT:
            (folder / ".gitignore").write_text("*\n")  # nobody wants these in a commit
        look(folder)
    except gpt2.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "\nStopped. What came so far is kept; `make model` goes on from there.", file=sys.stderr
        )
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
