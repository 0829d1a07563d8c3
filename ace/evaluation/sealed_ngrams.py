"""Does a text repeat what held-out samples say? Answered from hashes alone, so that the samples stay unread.

Whoever drafts rules must not see a held-out sample; whoever checks a draft needs only the hashes of its word sequences.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from runtime.contracts.sample import Sample

NGRAM_WORDS = 5


@dataclass(frozen=True)
class SealedNgrams:
    """Hashes (16 bytes each) of the sequences of five words that held-out samples have and open texts do not."""

    hashes: frozenset[bytes]


class SharedNgrams(NamedTuple):
    """Of one text: how many of its sequences of five words a held-out sample has as well, of how many."""

    shared: int
    of: int


def sealed_ngrams(sealed: Iterable[Sample], open_texts: Iterable[str]) -> SealedNgrams:
    """Return the hashes of what `sealed` samples say: questions, options, answers, findings, explanations, all texts.

    `open_texts` is what anybody may repeat: development samples, the rules in force.
    """
    known = {mark for text in open_texts for mark in _marks(text)}
    return SealedNgrams(frozenset(mark for text in sample_texts(sealed) for mark in _marks(text)) - known)


def sample_texts(samples: Iterable[Sample]) -> Iterator[str]:
    """Yield every text of each sample, its sources left out: they name public works."""
    for sample in samples:
        yield from _texts(sample.model_dump(mode="json", exclude={"source", "id", "case", "image"}))


def shared_ngrams(texts: Mapping[str, str], sealed: SealedNgrams) -> dict[str, SharedNgrams]:
    """Return, for each named text, how much of it is in held-out samples; never which words."""
    found = {name: _marks(text) for name, text in texts.items()}
    return {name: SharedNgrams(len(marks & sealed.hashes), len(marks)) for name, marks in found.items()}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def _marks(text: str) -> set[bytes]:
    """Case, accents' encoding, punctuation and spacing make no difference; numbers do."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    words = "".join(char if char.isalnum() else " " for char in folded).split()
    starts = range(len(words) - NGRAM_WORDS + 1)
    return {
        blake2b(" ".join(words[start : start + NGRAM_WORDS]).encode("utf-8", "replace"), digest_size=16).digest()
        for start in starts
    }
