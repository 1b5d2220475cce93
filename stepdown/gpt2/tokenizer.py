"""Text to token ids and back: byte-level byte-pair encoding, by the `tokenizers` package.

The vocabulary is read from vocab.json and merges.txt, or from a tokenizer.json; a small one can be
trained. Decoding is written out here, because a stream of tokens has to be cut at characters.
"""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import tokenizers
from tokenizers import decoders, models, pre_tokenizers, trainers

from .config import read_json
from .errors import PromptError, VocabularyError

END = "<|endoftext|>"


# [region bytes]
def _letters() -> dict[int, str]:
    """A visible character for each byte: itself where it has one, else one from 256 on."""
    visible = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1)]
    visible += range(ord("®"), ord("ÿ") + 1)
    others = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {
        byte: chr(256 + n) for n, byte in enumerate(others)
    }


LETTERS = _letters()
BYTES = {letter: byte for byte, letter in LETTERS.items()}
# [end bytes]
# Of letters, the characters of the bytes' numbers; of what is no letter, none of these.
_CHARACTERS = dict.fromkeys(range(256), "\uffff") | {ord(x): chr(n) for x, n in BYTES.items()}


class Tokenizer:
    """A vocabulary of byte strings, and the merges that cut a text into them."""

    def __init__(
        self,
        inner: tokenizers.Tokenizer,
        where: str = "vocabulary",
        words: Mapping[str, int] | None = None,
    ) -> None:
        """`words` are those of `inner`, where somebody has them already."""
        self._inner = inner
        words = words or inner.get_vocab(with_added_tokens=True)
        self._words: list[bytes] = [b""] * len(words)
        for word, number in words.items():
            if number >= len(words):
                raise VocabularyError(f"{where}: the ids have a gap before {number}, {word!r}")
            try:
                self._words[number] = word.translate(_CHARACTERS).encode("latin-1")
            except UnicodeEncodeError:
                raise VocabularyError(f"{where}: {word!r} is not a string of bytes") from None
        missing = [hex(byte) for byte, letter in LETTERS.items() if letter not in words]
        if missing:
            raise VocabularyError(f"{where}: no token for the byte {missing[0]}")
        if END not in words:
            raise VocabularyError(f"{where}: {END} is missing")
        self.end: int = words[END]

    def __len__(self) -> int:
        return len(self._words)

    # [region encode]
    def encode(self, text: str) -> list[int]:
        """The ids of a text, as GPT-2 reads it; `<|endoftext|>` in it is one token."""
        try:
            return self._inner.encode(text, add_special_tokens=False).ids
        except (TypeError, UnicodeError):
            shown = text if isinstance(text, str) else type(text).__name__
            raise PromptError(f"not a text of Unicode characters: {shown!r:.60}") from None

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids; bytes that are no UTF-8 become U+FFFD."""
        return b"".join(self.word(number) for number in ids).decode("utf-8", "replace")

    # [end encode]

    def word(self, number: int) -> bytes:
        """The bytes that an id stands for."""
        if not 0 <= number < len(self._words):
            raise PromptError(f"the token {number} is not one of {len(self._words)}")
        return self._words[number]

    # [region stream]
    def stream(self, ids: Iterable[int]) -> Iterator[str]:
        """The text of ids as they come, each piece as soon as its characters are whole."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for number in ids:
            if piece := decoder.decode(self.word(number)):
                yield piece
        if piece := decoder.decode(b"", final=True):
            yield piece

    # [end stream]

    def save(self, folder: Path) -> None:
        """Write vocab.json and merges.txt, as GPT-2's were published."""
        self._inner.model.save(str(folder))
        words = self._inner.get_vocab(with_added_tokens=True)
        ordered = dict(sorted(words.items(), key=lambda item: item[1]))
        (folder / "vocab.json").write_text(json.dumps(ordered), encoding="utf-8")


def load(folder: Path) -> Tokenizer:
    """The vocabulary in vocab.json and merges.txt, or in tokenizer.json."""
    vocabulary, merges = folder / "vocab.json", folder / "merges.txt"
    whole = folder / "tokenizer.json"
    if vocabulary.exists() or merges.exists() or not whole.exists():
        words = _words(vocabulary)
        try:
            model = models.BPE.from_file(str(vocabulary), str(merges))
        except Exception as error:  # the package raises nothing narrower
            raise VocabularyError(f"{vocabulary} and {merges}: {error}") from None
        return Tokenizer(_byte_level(model), str(vocabulary), words)
    _check_whole(whole)
    try:
        inner = tokenizers.Tokenizer.from_file(str(whole))
    except Exception as error:  # the package raises nothing narrower
        raise VocabularyError(f"{whole}: {error}") from None
    inner.no_truncation()
    inner.no_padding()
    return Tokenizer(inner, str(whole))


# [region train]
def train(texts: Sequence[str], size: int) -> Tokenizer:
    """A vocabulary of at most that many tokens: the bytes, frequent pairs of them, and END."""
    inner = _byte_level(models.BPE(), end=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=size - 1, initial_alphabet=alphabet, show_progress=False
    )
    inner.train_from_iterator(texts, trainer)
    inner.add_special_tokens([END])
    return Tokenizer(inner)


# [end train]


def _byte_level(model: models.BPE, end: bool = True) -> tokenizers.Tokenizer:
    inner = tokenizers.Tokenizer(model)
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    if end and inner.token_to_id(END) is not None:
        inner.add_special_tokens([END])
    return inner


def _words(path: Path) -> dict[str, int]:
    """The tokens and their ids. The package answers a broken file with the place in its own source:
    look first."""
    words = read_json(path, VocabularyError)
    if not isinstance(words, dict) or not all(type(n) is int and n >= 0 for n in words.values()):
        raise VocabularyError(f"{path}: an object of tokens and their ids is wanted")
    return words


def _check_whole(path: Path) -> None:
    """A tokenizer.json may hold any kind of vocabulary, with any rules before it."""
    given = read_json(path, VocabularyError)
    given = given if isinstance(given, dict) else {}
    before = given.get("pre_tokenizer") or {}
    rules = {
        "model": ((given.get("model") or {}).get("type", "BPE"), "BPE"),
        "pre_tokenizer": (before.get("type"), "ByteLevel"),
        "add_prefix_space": (before.get("add_prefix_space", True), False),
        "normalizer": (given.get("normalizer"), None),
    }
    for name, (found, wanted) in rules.items():
        if found != wanted:
            raise VocabularyError(f"{path}: its {name} is {found!r:.60}, and GPT-2's is {wanted!r}")
