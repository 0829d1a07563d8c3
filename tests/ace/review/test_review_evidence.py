"""The evidence record: deterministic bytes, strict reading."""

import json

import pytest

from ace.review.errors import EvidenceError
from ace.review.evidence import dump_evidence, evidence_path, parse_evidence
from tests.ace.review.playbook_repository import make_evidence

BASE = "a" * 40


def test_equal_records_give_equal_bytes_with_sorted_keys() -> None:
    data = dump_evidence(make_evidence(BASE))
    assert data == dump_evidence(make_evidence(BASE))
    assert data.endswith(b"}\n")
    keys = list(json.loads(data))
    assert keys == sorted(keys)
    assert json.loads(data)["schema"] == 1


def test_a_record_survives_its_file() -> None:
    record = make_evidence(BASE)
    assert parse_evidence(dump_evidence(record), "here") == record


def test_hidden_characters_are_visible_in_the_file() -> None:
    data = dump_evidence(make_evidence(BASE, verdict_reason="a\u202eb"))
    assert b"a\\u202eb" in data


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (
            {"quotes": [{"episode": "e", "sample": "s", "step": 1, "text": "x" * 301, "sha256": "0" * 64}]},
            "quotes.0.text",
        ),
        ({"proposal": "xyz"}, "proposal"),
        ({"base": "main"}, "base"),
        ({"run_id": "a b"}, "run_id"),
        ({"verdict": "great"}, "verdict"),
        ({"invented": 1}, "invented"),
        ({"schema": 2}, "schema"),
    ],
)
def test_what_does_not_fit_is_named(change: dict[str, object], place: str) -> None:
    data = json.loads(dump_evidence(make_evidence(BASE))) | change
    with pytest.raises(EvidenceError, match=f"here: {place}: "):
        parse_evidence(json.dumps(data).encode(), "here")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"schema": NaN}'])
def test_bytes_that_are_no_record(data: bytes) -> None:
    with pytest.raises(EvidenceError, match="restore the file"):
        parse_evidence(data, "here")


def test_four_quotes_are_too_many() -> None:
    record = make_evidence(BASE)
    with pytest.raises(ValueError, match="at most 3"):
        make_evidence(BASE, quotes=record.quotes * 4)


def test_where_the_record_is() -> None:
    assert evidence_path("0123456789ab") == ".ace/evidence/0123456789ab.json"


def test_a_record_from_before_cases_were_counted_is_still_read() -> None:
    record = make_evidence("a" * 40)
    old = json.loads(dump_evidence(record))
    assert old["trials"][0].pop("cases") is None
    assert parse_evidence(json.dumps(old).encode(), "x") == record


def test_a_record_from_before_there_were_merges_is_read_and_written_as_it_was() -> None:
    data = dump_evidence(make_evidence(BASE))
    assert "merged" not in json.loads(data)
    assert parse_evidence(data, "here").merged == ()


@pytest.mark.parametrize(
    ("op", "merged", "reason"),
    [
        ("merge", [], "holds 0 rules, but the operation is merge"),
        ("edit", ["a.b"], "holds 1 rules, but the operation is edit"),
        ("merge", ["a.b", "a.b"], "names a rule twice"),
        ("merge", ["tools.retrieve-before-web"], "or the one that is kept"),
        ("merge", ["../x"], "merged.0"),
    ],
)
def test_only_a_merge_names_what_goes(op: str, merged: list[str], reason: str) -> None:
    data = json.loads(dump_evidence(make_evidence(BASE, "merge"))) | {"op": op, "merged": merged}
    with pytest.raises(EvidenceError, match=reason):
        parse_evidence(json.dumps(data).encode(), "here")


def test_a_record_from_before_there_were_stages_is_read_and_written_as_it_was() -> None:
    data = dump_evidence(make_evidence(BASE))
    assert not {"profile", "looks", "estimate", "guards", "slices", "control"} & set(json.loads(data))
    record = parse_evidence(data, "here")
    assert (record.profile, record.looks, record.guards, record.slices, record.control) == (None, (), (), (), None)
