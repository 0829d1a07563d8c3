"""What of the passages goes into a prompt: whole ones in order while the budget lasts, the last one cut at a word."""

from collections.abc import Sequence
from dataclasses import dataclass

from runtime.contracts.state import Hit

CHARS_PER_TOKEN = 4
# Less of a passage than this says nothing.
MIN_TOKENS = 20


@dataclass(frozen=True)
class Packed:
    """`text` has one line a passage, each with its citation. Units: `tokens` estimated at 4 characters."""

    text: str
    citations: tuple[str, ...]
    tokens: int


def pack(hits: Sequence[Hit], token_budget: int) -> Packed:
    """Return the passages that fit `token_budget`, best first, as `[citation] title: text` lines."""
    room = token_budget * CHARS_PER_TOKEN
    lines: list[str] = []
    cited: list[str] = []
    for hit in hits:
        left = room - sum(len(line) + 1 for line in lines)
        line = f"[{hit.citation}] {_flat(hit.title)}: {_flat(hit.text)}"
        if len(line) > left:
            if left >= MIN_TOKENS * CHARS_PER_TOKEN:
                lines.append(cut_at_word(line, left))
                cited.append(hit.citation)
            break
        lines.append(line)
        cited.append(hit.citation)
    text = "\n".join(lines)
    return Packed(text, tuple(cited), -(-len(text) // CHARS_PER_TOKEN))


def cut_at_word(text: str, length: int) -> str:
    """Return the first words of `text` that fit `length` characters, with a mark when there was more."""
    if len(text) <= length:
        return text
    return f"{text[: max(length - 3, 0)].rsplit(' ', 1)[0]}..."[:length]


def _flat(text: str) -> str:
    return " ".join(text.split())
