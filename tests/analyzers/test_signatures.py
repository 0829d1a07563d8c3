"""Alike failures have one signature; others do not."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.finding import Finding
from analyzers.signatures import mask, signature, signature_id


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("not JSON at character 57", "not JSON at character <n>"),
        ("took 3.5e-2 s, -4 of 1,000 (12%)", "took <n> s, <n> of <n> (<n>)"),
        ("said \"yes 12\" and 'no' but don't", "said <text> and <text> but don't"),
        ("of e-3f2a9c, call-2 and tutor.cxr-01", "of <id>, <id> and <id>"),
        ("no file /tmp/a b.png or runtime/x/y.py", "no file <path> b.png or <path>"),
        ("see https://x.org/a?b=1#c.", "see <url>"),
        ("artifact://sha256/" + "ab" * 32, "<url>"),
        ("hash 12ab34cd56ef and 0xFF", "hash <hex> and <hex>"),
        ("and/or, `hint_level` stays, x <5", "and/or, `hint_level` stays, x <<n>"),
        ("two\nlines\x1b[31m of\ttext", "two lines [<id> of text"),
        ("", ""),
    ],
    ids=["number", "numbers", "quotes", "ids", "paths", "url", "artifact", "hex", "words", "control", "empty"],
)
def test_what_differs_each_time_is_masked(text: str, masked: str) -> None:
    assert mask(text) == masked


@given(st.text(alphabet="ab1/'\"\\ .-:<n>~é٣", max_size=40))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    assert mask(mask(text)) == mask(text)


def test_numbers_do_not_tell_two_failures_apart(finding: Callable[..., Finding]) -> None:
    assert signature(finding(1)) == signature(finding(2))


@pytest.mark.parametrize("field", ["detector", "tool", "error_class", "message", "rule", "state_path"])
def test_every_part_of_a_signature_tells_failures_apart(finding: Callable[..., Finding], field: str) -> None:
    one, other = signature(finding(1)), signature(finding(1, **{field: "other"}))
    assert one != other
    assert signature_id(one) != signature_id(other)


def test_an_id_is_the_same_in_every_process(finding: Callable[..., Finding]) -> None:
    assert signature_id(signature(finding(1))) == "1e46f50b"


def test_an_endless_message_is_cut(finding: Callable[..., Finding]) -> None:
    assert len(signature(finding(message="word " * 100_000)).message) == 200
