"""Lines, a list or values: told from the first lines."""

import io
import json

import pytest

from runtime.traces.formats.byte_source import ByteSource
from runtime.traces.formats.choose_split import choose_split
from tests.runtime.traces.formats.reading import HELLO, HELLO_LINE

CUT = HELLO_LINE[:40]


def places(data: str | bytes) -> list[tuple[int, str]]:
    """Return each piece's place and what it begins with or its problem."""
    raw = data.encode() if isinstance(data, str) else data
    pieces = choose_split(ByteSource(io.BytesIO(raw)))
    return [(piece.place, piece.problem or piece.raw.decode("utf-8", "replace")[:12]) for piece in pieces]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (f"{HELLO_LINE}\n{HELLO_LINE}\n", [1, 2]),
        (f"\n\n{HELLO_LINE}\n", [3]),
        (f"\ufeff{HELLO_LINE}\n{HELLO_LINE}", [1, 2]),
        (f"{CUT}\n{HELLO_LINE}\n", [1, 2]),
        (f"{CUT}\n{CUT}\n{HELLO_LINE}\n", [1, 2, 3]),
        (f"{HELLO_LINE}\n{CUT}\n", [1, 2]),
        (f"note\n{HELLO_LINE}\n{HELLO_LINE}\n", [1, 2, 3]),
        (json.dumps([HELLO, HELLO], indent=1), [1, 2]),
        (json.dumps([HELLO, HELLO]), [1, 2]),
        (f"{json.dumps([HELLO])}\n{json.dumps([HELLO])}", [1, 2]),
        (json.dumps(HELLO, indent=2), [1]),
        ('{"messages": [\n{"role": "user"}\n]}', [1]),
        (f"{json.dumps(HELLO, indent=2)}\n{json.dumps(HELLO, indent=2)}", [1, 13]),
        (json.dumps(HELLO, indent=2)[:60], [1]),
    ],
    ids=[
        "lines",
        "blank-first",
        "bom",
        "broken-first",
        "two-broken",
        "broken-last",
        "note-first",
        "list",
        "list-on-a-line",
        "lists-on-lines",
        "document",
        "document-flush-left",
        "documents",
        "document-cut-off",
    ],
)
def test_each_record_is_found_at_its_place(data: str, expected: list[int]) -> None:
    assert [place for place, _ in places(data)] == expected


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", (0, "empty file")),
        (b"\n \n", (0, "empty file")),
        (b"a,b\n1,2\n", (1, "no JSON: begins with 'a,b\\n'")),
        (HELLO_LINE.encode("utf-16"), (1, "UTF-16 text; save it as UTF-8")),
    ],
    ids=["empty", "blank", "csv", "utf16"],
)
def test_what_is_no_json_at_all_is_one_problem(data: bytes, problem: tuple[int, str]) -> None:
    assert places(data) == [problem]
