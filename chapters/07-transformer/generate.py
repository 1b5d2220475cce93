"""Goes on with a text: the words as they come, then how fast they came.

python chapters/07-transformer/generate.py "one two three one two" [--tokens 10] [--model FOLDER]

The model is that of STEPDOWN_MODEL, else the one that `make model` fetched, else a tiny one that is
made; `--model tiny` asks for the tiny one.
"""

from __future__ import annotations

import argparse
import sys
import time

from stepdown import gpt2
from stepdown.gpt2 import places

TURING = "Alan Turing theorized that computers would one day become"


def folder(wanted: str | None) -> str:
    """The folder of the model that is meant; what it is goes to standard error."""
    if wanted == "tiny":
        return str(places.made())
    if wanted:
        return wanted
    found, word = places.published()
    print(f"[{word}]" if found else f"[{word}. This is the tiny model]", file=sys.stderr)
    return str(found or places.made())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("prompt", nargs="?", default=TURING)
    parser.add_argument("--tokens", type=int, default=10, metavar="N", help="at most (10)")
    parser.add_argument("--model", metavar="FOLDER", help="of a checkpoint, or `tiny`")
    parser.add_argument("--ids", action="store_true", help="print ids instead of text")
    options = parser.parse_args(arguments)
    try:
        model = gpt2.load(folder(options.model))
        prompt = model.tokenizer.encode(options.prompt)
        steps = gpt2.greedy(model, prompt, options.tokens)
        start = time.perf_counter()
        ids: list[int] = []
        came = (ids.append(number) or number for number in steps)
        if options.ids:
            print(*prompt, "|", *came)
        else:
            print(options.prompt, end="", flush=True)
            for piece in model.tokenizer.stream(came):
                print(piece, end="", flush=True)
            print()
        seconds = time.perf_counter() - start
    except gpt2.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    print(f"[{len(ids)} tokens, {len(ids) / seconds:.1f} a second]", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
