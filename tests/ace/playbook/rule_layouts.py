"""Rule files in every layout YAML has: hypothesis strategies of files whose fields' bytes are known."""

import json
from typing import NamedTuple

from hypothesis import strategies as st

from ace.playbook.write_rule import FIELD_ORDER

LONG = "a word and another " * 12 + "end"
WORDS = st.sampled_from(["x", "Call `retrieve` first", "é ü – 漢字", "🙂 face", LONG, "it's", "a#b", "0x", "none"])
COMMENTS = st.sampled_from(["", " # c", "   # é 🙂 'q\" {", " # a\ttab"])
# What may stand between two fields. Deeper comments only where nothing above can take them for its own text.
GAPS = st.sampled_from(["", "", "\n", "# c\n", "\n\n# é: |\n\n", "#\n"])
DEEP = st.sampled_from(["", "    # deep\n", "\n  # less\n\n"])


class Layout(NamedTuple):
    """One field as it stands: its value from after the colon, and what of the gaps behind it would be its own text."""

    value: str
    can_take_deep: bool = True
    keeps_blank: bool = False


class Placed(NamedTuple):
    """A file, and the offsets in `text` from each field's name to the end of its last line."""

    text: str
    fields: dict[str, tuple[int, int]]


@st.composite
def _inline(draw: st.DrawFn) -> Layout:
    word = draw(WORDS)
    quoted = draw(
        st.sampled_from(
            [word, "'" + word.replace("'", "''") + "'", json.dumps(word, ensure_ascii=False), '"\\u00e9\\t\\"x"']
        )
    )
    scalar = draw(st.sampled_from([quoted, quoted, "7", "0.5", "true", "null", "''"]))
    gap = draw(st.sampled_from([" ", "   ", "\n      ", " # on the name's line\n   ", "\n\n    "]))
    return Layout(f"{gap}{scalar}{draw(COMMENTS)}\n")


@st.composite
def _over_lines(draw: st.DrawFn) -> Layout:
    shape = draw(
        st.sampled_from(["{a}\n{i}{b}", "'{a}\n{i}it''s\n\n{i}{b}'", '"{a}\\\n{i}\\  {b}\n\n{i}"', '"{a}\n{i}{b}"'])
    )
    indent = " " * draw(st.integers(5, 9))
    body = shape.replace("{i}", indent).replace("{a}", "one two").replace("{b}", "three é 🙂")
    gap = draw(st.sampled_from([" ", "\n     "]))
    return Layout(f"{gap}{body}{draw(COMMENTS)}\n")


@st.composite
def _block_scalar(draw: st.DrawFn) -> Layout:
    """Literal and folded; lines start at `indent` past the name's own column (the file adds that column)."""
    indent = draw(st.integers(1, 6))
    chomp = draw(st.sampled_from(["", "-", "+"]))
    pieces = draw(
        st.lists(
            st.sampled_from(["text", "# no comment", "", LONG, "- a", "é: b", "  more", "\tt"]), min_size=1, max_size=5
        )
    )
    needs_digit = draw(st.booleans()) or pieces[0][:1] in (" ", "") or pieces[0].startswith("\t")
    digit = str(indent) if needs_digit else ""
    header = draw(st.sampled_from([chomp + digit, digit + chomp]))
    lines = "".join(f"{'{column}' + ' ' * indent + piece if piece else ''}\n" for piece in pieces)
    blank = "\n" * draw(st.integers(0, 2)) if chomp == "+" else ""
    return Layout(
        f" {draw(st.sampled_from('|>'))}{header}{draw(COMMENTS)}\n{lines}{blank}",
        can_take_deep=False,
        keeps_blank=chomp == "+",
    )


FLOWS = ["{a: 1, b: [x, 'y, }']}", "[a, b,   # in\n      c]", "{a: 1,\n        b: {c: 2}, }", "[]", '["#", {}]']
BLOCKS = [
    "{gap}- a\n{gap}- {b: c} # d\n",
    "{gap}-   a: 1\n{gap}    b: |\n{gap}      t # t\n{gap}# in\n{gap}- - x\n{gap}  - z\n",
    "{gap} k: v\n\n{gap} l: [1]  # e\n",
    "{gap} k:\n{gap} - v\n{gap} - >-\n{gap}   w\n",
]


@st.composite
def _flow(draw: st.DrawFn) -> Layout:
    gap = draw(st.sampled_from([" ", "\n      ", "  # c\n    "]))
    return Layout(f"{gap}{draw(st.sampled_from(FLOWS))}{draw(COMMENTS)}\n")


@st.composite
def _block(draw: st.DrawFn) -> Layout:
    body = draw(st.sampled_from(BLOCKS)).replace("{gap}", "{column}" + " " * draw(st.integers(0, 4)))
    return Layout(f"{draw(COMMENTS)}\n{body}", can_take_deep="|" not in body and ">" not in body)


LAYOUTS = st.one_of(_inline(), _over_lines(), _block_scalar(), _flow(), _block())


@st.composite
def rule_files(draw: st.DrawFn) -> Placed:
    """Return a file of two to seven fields, each in a layout of its own; not every one can be read."""
    column = " " * draw(st.sampled_from([0, 0, 0, 1, 3]))
    text = draw(st.sampled_from(["", "# first\n", "---\n", "\n# é\n\n", "--- # doc\n"]))
    fields: dict[str, tuple[int, int]] = {}
    names = draw(st.lists(st.sampled_from(FIELD_ORDER), min_size=2, max_size=7, unique=True))
    for name in names:
        layout = draw(LAYOUTS)
        written = draw(st.sampled_from([name, name, f"'{name}'", f'"{name}"'])) + draw(st.sampled_from(["", "", " "]))
        start = len(text) + len(column)
        text += f"{column}{written}:{layout.value.replace('{column}', column)}"
        fields[name] = (start, len(text))
        text += draw(DEEP) if layout.can_take_deep else ""
        gap = draw(GAPS)
        text += gap.lstrip("\n") if layout.keeps_blank else gap
    text += draw(st.sampled_from(["", "", "...\n", "# the end\n"]))
    return _ended(draw, text, fields)


def _ended(draw: st.DrawFn, text: str, fields: dict[str, tuple[int, int]]) -> Placed:
    """Choose the line ending, and perhaps leave the last one out."""
    if draw(st.booleans()) and text.endswith("\n") and not text.endswith("\n\n"):
        text = text[:-1]
        fields = {name: (start, min(end, len(text))) for name, (start, end) in fields.items()}
    if draw(st.booleans()):
        return Placed(text, fields)

    def moved(offset: int) -> int:
        return offset + text.count("\n", 0, offset)

    shifted = {name: (moved(start), moved(end)) for name, (start, end) in fields.items()}
    return Placed(text.replace("\n", "\r\n"), shifted)
