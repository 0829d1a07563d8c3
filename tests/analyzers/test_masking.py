"""What differs each time is masked, and nothing else."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.masking import MAX_MASKED, mask


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("not JSON at character 57", "not JSON at character <n>"),
        ("took 3.5e-2 s, -4 of 1,000 (12%)", "took <n> s, <n> of <n> (<n>)"),
        ("got 3.14159265358979, order 123456789", "got <n>, order <n>"),
        ("said \"yes 12\" and 'no' but don't", "said <text> and <text> but don't"),
        ("of e-3f2a9c, call-2 and tutor.cxr-01", "of <id>, <id> and <id>"),
        ("no file /tmp/a b.png or runtime/x/y.py", "no file <path> b.png or <path>"),
        ("see https://x.org/a?b=1#c.", "see <url>"),
        ("artifact://sha256/" + "ab" * 32, "<url>"),
        ("hash 12ab34cd56ef and 0xFF", "hash <hex> and <hex>"),
        ("trace 550e8400-e29b-41d4-a716-446655440000", "trace <hex>"),
        ("since 2024-08-10T01:52:42.279Z or 2024-08-10", "since <time> or <time>"),
        ("and/or, `hint_level` stays, x <5", "and/or, `hint_level` stays, x <<n>"),
        ("two\nlines\x1b[31m of\ttext", "two lines [<id> of text"),
        ("index [0, 1, 2] of ['a', None] and []", "index <list> of <list> and <list>"),
        ("expected [[1, 2], ['a']], got (1, 'x')", "expected <list>, got <list>"),
        ("bad value {'a': 1, 'b': [1, {'c': None}]}", "bad value <dict>"),
        ("items [1, 2, 3, ...", "items <list>"),
        ("f(x='3*x**2',n=5) failed; get() missing 1", "<call> failed; <call> missing <n>"),
        ("operand type(s) at line (3)", "operand type(s) at line (<n>)"),
        ("ran\n```\nx = 1\n```\nand stopped", "ran <code> and stopped"),
        ("KeyError: rate_limit_exceeded in NoSuchKey", "KeyError: rate_limit_exceeded in NoSuchKey"),
        ("", ""),
    ],
    ids=str,
)
def test_what_differs_each_time_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@given(st.text(alphabet="ab1/'\"\\ .-:<n>~é٣[](){},=`\n“”", max_size=40))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert mask(mask(text)) == mask(text)


@given(st.text(max_size=60))
def test_any_text_becomes_one_printable_line(text: str) -> None:
    assert mask(text).isprintable()


def test_a_quote_or_list_that_the_cut_leaves_open_hides_what_it_holds() -> None:
    assert mask("Value: '" + "long text " * MAX_MASKED) == "Value: <text>"
    assert mask("Index [" + "1, " * MAX_MASKED) == "Index <list>"


@pytest.mark.parametrize(
    "text",
    ["[1, " * 500, "{'a': " * 400, "f(" * 900, "a-" * 1000, "'" * 2000, '"a ' * 600, "a." * 999 + "/", "1:" * 999],
    ids=["lists", "dicts", "calls", "dashes", "marks", "quotes", "dots", "colons"],
)
def test_no_text_takes_long(text: str) -> None:
    started = process_time()
    mask(text)
    assert process_time() - started < 1.0


def test_a_usual_message_takes_microseconds() -> None:
    messages = [f"Call {n} of 'tool {n % 7}' failed after {n / 7:.3f} s: no file /tmp/{n}.png" for n in range(20_000)]
    started = process_time()
    assert len({mask(message) for message in messages}) == 1
    assert (process_time() - started) / len(messages) < 100e-6
