"""Foreign text made safe to look at: what cannot be seen is written out. Pure.

Rule text, traces and file names are written by strangers. A terminal obeys escape codes, a reader is misled by
right-to-left marks, and a forge acts on `@name` and `#12`; here such characters become text like \\x1b.
"""

import re
import unicodedata

# Characters that Unicode calls letters or marks but that draw nothing: joiner, fillers, variation selectors, blanks.
_DRAWS_NOTHING = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x1810))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0100, 0xE01F0))
)
_MARKS = frozenset({"Mn", "Me"})
# On one letter; Vietnamese, Hebrew with points and Tibetan need up to four.
_MOST_MARKS = 4
# Mentions, numbers of issues, HTML, addresses that become links, and the middle of a written link or picture.
_FORGE_ACTS_ON = re.compile(
    r"@(?=\w)|#(?=\d)|(?<=[Gg][Hh])-(?=\d)|!(?=\d)|<(?=[A-Za-z!/?])|(?<=:)//|\b[Ww]{3}(?=\.)|(?<=\])\("
)


def is_invisible(character: str) -> bool:
    """Return True for a control, format, bidi, zero-width or otherwise blank character, except the plain space."""
    return not character.isprintable() or ord(character) in _DRAWS_NOTHING


def escape_text(text: str) -> str:
    """Return `text` on one line with every character that cannot be seen written out, like \\x1b or \\u202e.

    So are combining marks that stand on no letter, and those beyond four on one.
    """
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    room = 0
    for character in text:
        kind = unicodedata.category(character)
        # A mark without a letter would sit on what stands before the text, and a pile of them on the lines around it.
        is_mark = kind in _MARKS
        is_hidden = is_invisible(character) or (is_mark and room <= 0)
        shown.append(_written_out(character) if is_hidden else character)
        room = room - 1 if is_mark else _MOST_MARKS * (kind[0] in "LNM" and not is_hidden)
    return "".join(shown)


def escape_for_forge(text: str) -> str:
    """Return `text` so that a forge neither notifies, links, closes an issue, nor sees a character that is hidden."""
    return _FORGE_ACTS_ON.sub(
        lambda match: "".join(f"\\x{ord(character):02x}" for character in match[0]), escape_text(text)
    )


def display_width(text: str) -> int:
    """Return how many terminal columns `text` takes; wide East Asian characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in _MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _written_out(character: str) -> str:
    code = ord(character)
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}.get(character)
    if named:
        return named
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
