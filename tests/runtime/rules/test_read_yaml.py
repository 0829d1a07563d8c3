"""The strict YAML reader: what it reads, what it refuses, and where it says the problem is."""

import re
from itertools import islice

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.contracts.errors import RuleError
from runtime.rules.problem import RuleFileError
from runtime.rules.read_yaml import read_yaml, read_yaml_with_marks
from runtime.rules.yaml_scalars import is_ambiguous, read_plain
from tests.runtime.rules.rule_mutations import SEEDS, mutated


def refusal(data: bytes, **limits: int) -> str:
    with pytest.raises(RuleFileError) as info:
        read_yaml(data, "f.yaml", **limits)
    return str(info.value)


def test_reads_every_kind_of_value_and_keeps_literal_text() -> None:
    data = (
        b"# comment\nn: 400\nf: -1.10\ne: 1.0e-07\nt: true\nz: null\ntext: |\n  a `b`\n  # c\nq: 'no'\n"
        b'd: "1.10"\ncreated: 2026-11-29\nlist: [a, {b: c}]\nword: caf\xc3\xa9 #x\n'
    )
    assert read_yaml(data, "f.yaml") == {
        "n": 400,
        "f": -1.1,
        "e": 1e-7,
        "t": True,
        "z": None,
        "text": "a `b`\n# c\n",
        "q": "no",
        "d": "1.10",
        "created": "2026-11-29",
        "list": ["a", {"b": "c"}],
        "word": "café",
    }


def test_tabs_within_texts_and_comments_and_question_marks_outside_of_brackets_are_read() -> None:
    data = b"a: 'x\ty'  # c\td\nb: |\n  p\tq\n  \tr\nc: x?y\nd: {e: 'x?y'}\n#\tend\n"
    assert read_yaml(data, "f.yaml") == {"a": "x\ty", "b": "p\tq\n\tr\n", "c": "x?y", "d": {"e": "x?y"}}


SAMPLES = [*(seed.encode() for seed in SEEDS), *islice(mutated(5), 400)]


def test_both_parsers_read_and_refuse_the_same_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(data: bytes) -> object:
        try:
            return read_yaml_with_marks(data, "f.yaml")
        except RuleFileError:
            return None

    samples = [data for data in SAMPLES if len(data) < 5_000]
    with_libyaml = [outcome(data) for data in samples]
    monkeypatch.setattr("runtime.rules.read_yaml.LOADER", yaml.SafeLoader)
    assert [outcome(data) for data in samples] == with_libyaml


def test_crlf_reads_as_lf_reads() -> None:
    data = b"a: |\n  x\n  y\nb: 1\n"
    assert read_yaml(data.replace(b"\n", b"\r\n"), "f.yaml") == read_yaml(data, "f.yaml")


REFUSED = {
    "anchor": (b"a: &x 1\n", "1:4: an anchor (`&x`)"),
    "alias": (b"a: 1\nb: *x\n", "2:"),
    "alias bomb": (b"a: &a [x, x]\nb: &b [*a, *a]\n", "1:4: an anchor"),
    "python tag": (b"a: !!python/object/apply:os.system ['x']\n", "1:4: a tag"),
    "custom tag": (b"a: !foo x\n", "1:4: a tag"),
    "plain tag": (b"a: ! x\n", "1:4: a tag"),
    "merge key": (b"<<: {a: 1}\n", "1:1: a merge key"),
    "second document": (b"a: 1\n---\nb: 2\n", "2:1: a second document"),
    "duplicate key": (b"a: 1\n'a': 2\n", "2:1: `a` is written twice"),
    "nested duplicate key": (b"a: {b: 1, b: 2}\n", "1:11: `b` is written twice"),
    "directive": (b"%YAML 1.1\n---\na: 1\n", "a `%` directive"),
    "list at the top": (b"- a\n", "1:1: the file is not a mapping"),
    "text at the top": (b"hello\n", "1:1: the file is not a mapping"),
    "nothing": (b"# only a comment\n", "the file has no content"),
    "empty value": (b"a:\nb: 1\n", "1:3: no value is given"),
    "list as key": (b"? [a]\n: 1\n", "1:3: a field name must be plain text"),
    "number as key": (b"1: x\n", '1:1: the name `1` is not read as text; write "1" in quotes'),
    "no as key": (b"no: x\n", "1:1: the name `no`"),
    "syntax": (b"a: 1\nb: [1, 2\n", "not valid YAML"),
    "tab indentation": (b"a:\n\tb: 1\n", "2:1: not valid YAML"),
    "byte order mark": (b"\xef\xbb\xbfa: 1\n", "1:1: the file starts with a byte order mark"),
    "latin-1": (b"a: 1\nb: caf\xe9\n", "2:7: byte 0xe9 is not UTF-8"),
    "utf-16": ("a: 1\n".encode("utf-16"), "1:1: byte 0xff is not UTF-8"),
    "encoded surrogate": (b"a: \xed\xa0\x80\n", "1:4: byte 0xed is not UTF-8"),
    "nul": (b"a: x\x00y\n", "1:5: control character U+0000"),
    "terminal escape": (b"a: \x1b[31mx\n", "1:4: control character U+001B"),
    "bidi": ("a: x\u202ey\n".encode(), "1:5: bidirectional mark U+202E"),
    "isolate": ("a: x\u2066y\n".encode(), "1:5: bidirectional mark U+2066"),
    "zero width": ("# c\na: x\u200by\n".encode(), "2:5: zero-width character U+200B"),
    "soft hyphen": ("a: x\u00ady\n".encode(), "1:5: zero-width character U+00AD"),
    "tag characters": ("# \U000e0041\na: x\n".encode(), "1:3: tag character U+E0041"),
    "variation selector": ("a: x\ufe0fy\n".encode(), "1:5: variation selector U+FE0F"),
    "late variation selector": ("a: x\U000e0100\n".encode(), "1:5: variation selector U+E0100"),
    "line separator": ("a: x\u2028b: y\n".encode(), "1:5: line separator U+2028"),
    "next line": ("a: x\u0085b: y\n".encode(), "1:5: line separator U+0085"),
    "private use": ("a: \ue000\n".encode(), "1:4: unprintable or unassigned character U+E000"),
    "escaped bidi": (b'a: "\\u202e"\n', "1:4: an escape writes a bidirectional mark"),
    "escaped nul": (b'a: "\\0"\n', "1:4: an escape writes a control character"),
    "escaped key": (b'"\\u200ba": 1\n', "1:1: an escape writes a zero-width character"),
    "tab between values": (b"a: 1\nb:\tx\n", "2:3: a tab between values is not read by every YAML reader"),
    "tab in plain text": (b"a: x\ty\n", "1:5: a tab between values"),
    "tab before a comment": (b"a: 'x\ty'\t# c\n", "1:9: a tab between values"),
    "tab in the header of lines": (b"a: |\t# c\n  x\n", "1:5: a tab between values"),
    "question mark in brackets": (b"a: {b: x?y}\n", "1:8: YAML readers differ on a `?` in brackets"),
    "infinity in digits": (b"a: 1.0e+999\n", "1:4: YAML readers do not agree on what `1.0e+999` is"),
    "escaped surrogate": (b'a: "\\ud800"\n', "1:"),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_refuses(data: bytes, message: str) -> None:
    text = refusal(data)
    assert text.startswith("f.yaml:")
    assert message in text


AMBIGUOUS = (
    *("no", "on", "yes", "off", "NO", "Off", "y", "N", "~", "True", "TRUE", "Null"),
    *("12:30:45", "1:30", "010", "0x1F", "0b11", "0o17", "1_000", "+5", "1e3", "1.5e3", ".5", "5.", ".inf", "-.NaN"),
    *("01.5", "1234567890123456789", "2026-11-29", "2026-1-2", "2026-11-29T10:00:00Z", "=", "<<"),
)


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_plain_scalar_readers_do_not_agree_on_needs_quotes(text: str) -> None:
    assert f'write "{text}" in quotes' in refusal(f"a: {text}\n".encode())
    assert read_yaml(f'a: "{text}"\n'.encode(), "f.yaml") == {"a": text}


@settings(deadline=None)
@given(st.one_of(st.from_regex(r"[-+.]?[0-9_xobeEn:.+-]{1,12}", fullmatch=True), st.text(max_size=12)))
def test_what_pyyaml_does_not_read_as_text_is_never_read_as_text(text: str) -> None:
    node_tag = yaml.SafeLoader("").resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    if node_tag != "tag:yaml.org,2002:str":
        assert read_plain(text).kind != "text"
        assert is_ambiguous(text) or text == ""


def test_depth_limit_is_exact() -> None:
    assert read_yaml(b"a: [[[[[1]]]]]\n", "f.yaml")["a"] == [[[[[1]]]]]
    assert "nested deeper than 6 levels" in refusal(b"a: [[[[[[1]]]]]]\n")
    assert "nested deeper than 2 levels" in refusal(b"a: {b: {c: 1}}\n", max_depth=2)


@pytest.mark.parametrize("bomb", [b"a: " + b"[" * 20_000, b"a: " + b"{b: " * 9_000, b"- " * 30_000])
def test_deep_nesting_is_an_error_not_a_crash(bomb: bytes) -> None:
    with pytest.raises(RuleError):
        read_yaml(bomb, "f.yaml")


def test_size_limit_is_in_bytes_and_can_be_raised() -> None:
    data = b"a: " + b"x" * 70_000 + b"\n"
    assert "the file has more than 65536 bytes; split it" in refusal(data)
    assert read_yaml(data, "f.yaml", max_bytes=80_000) == {"a": "x" * 70_000}


def test_marks_name_place_raw_text_and_style_of_each_value() -> None:
    marks = read_yaml_with_marks("é: 'x'\nlist:\n  - a: 010x\n    b: |\n      t\n".encode(), "f.yaml").marks
    assert marks["é",] == (1, 4, "x", "'")
    assert marks["list", 0, "a"] == (3, 8, "010x", "")
    assert marks["list", 0, "b"].style == "|"
    assert marks["list",][:2] == (3, 3)
    assert marks[()][:2] == (1, 1)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_a_mapping_or_a_rule_error_with_a_place(data: bytes) -> None:
    try:
        outcome: object = read_yaml(data, "f.yaml")
    except RuleError as exc:
        outcome = str(exc)
    assert isinstance(outcome, dict) or re.match(r"f\.yaml:\d+:\d+: ", str(outcome))
