"""`ace retrieve`: the local index from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def _hits(value: JsonObject) -> list[JsonObject]:
    hits = value["hits"]
    assert isinstance(hits, list)
    return hits


def test_outside_a_repository_the_shipped_cards_are_searched(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("retrieve", "aliasing in colour Doppler", "-C", str(tmp_path))
    assert ran.code == 0, ran.err
    first = ran.out.splitlines()
    assert first[0] == "1. [us.doppler-aliasing] Aliasing in Doppler ultrasound"
    assert "bm25 #1" in first[1]
    assert "text #1" in first[1]
    assert "word overlap 1.00" in ran.out
    assert "of 600 tokens" in ran.out
    assert ran.err == ""


def test_json_has_every_rank_and_the_contract(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("retrieve", "aliasing in colour Doppler", "-k", "2", "--json", "-C", str(tmp_path))
    value = ran.json
    assert (value["schema_version"], value["query"]) == (1, "aliasing in colour Doppler")
    hits = _hits(value)
    assert len(hits) == 2
    assert hits[0]["ranks"] == {"bm25": 1, "text": 1}
    assert {"citation", "title", "text", "score", "source", "section", "start", "end", "version"} <= set(hits[0])
    contract = value["contract"]
    assert isinstance(contract, dict)
    assert contract["dimension"] == 384
    tokens, seconds = value["packed_tokens"], value["seconds"]
    assert isinstance(tokens, int)
    assert isinstance(seconds, float)
    assert 0 < tokens <= 600
    assert 0 < seconds < 30


def test_words_alone_can_be_asked_for(ace: Callable[..., Ran], tmp_path: Path) -> None:
    value = ace("retrieve", "aliasing", "--kind", "bm25", "--json", "-C", str(tmp_path)).json
    assert _hits(value)[0]["ranks"] == {"bm25": 1}


def test_a_repository_is_searched_in_its_own_knowledge(ace: Callable[..., Ran], demo_repository: Path) -> None:
    config = demo_repository / "ace.yaml"
    config.write_text(config.read_text().replace("knowledge: [samples/knowledge]", "knowledge: [notes]"))
    (demo_repository / "notes").mkdir()
    (demo_repository / "notes" / "a.md").write_text("# Zebras\nA zebra has stripes.\n")
    ran = ace("retrieve", "zebra", "-C", str(demo_repository))
    assert ran.out.startswith("1. [a.")
    assert "A zebra has stripes." in ran.out


def test_named_folders_win_and_what_is_not_used_is_told(ace: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "z-1", "title": "Zebra", "text": "It has stripes."}\n{\n')
    ran = ace("retrieve", "zebra", "--folder", str(tmp_path), "--kind", "bm25", "-C", str(tmp_path))
    assert ran.out.startswith("1. [z-1] Zebra")
    assert "a.jsonl:2: is not JSON" in ran.err
    assert ace("retrieve", "zebra", "--folder", str(tmp_path), "--kind", "bm25", "--quiet").err == ""


def test_nothing_found_is_said_and_is_no_error(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("retrieve", "zebra", "-C", str(tmp_path))
    assert ran.code == 0
    assert ran.out == "no passage matches 'zebra'; try other words for the same thing\n"
    assert ace("retrieve", "zebra", "--json", "-C", str(tmp_path)).json["hits"] == []


def test_hostile_text_cannot_move_the_cursor(ace: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"title": "Zebra \\u202e", "text": "Stripes \\u001b[2J and \\u200b more."}\n')
    out = ace("retrieve", "zebra", "--folder", str(tmp_path), "--kind", "bm25").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\u200b" not in out


def test_the_index_can_be_made_alone(ace: Callable[..., Ran], tmp_path: Path) -> None:
    ran = ace("retrieve", "--build", "-C", str(tmp_path))
    assert ran.code == 0
    assert "passages; text vectors all-MiniLM-L6-v2-onnx-int8 (flat" in ran.out
    value = ace("retrieve", "--build", "--json", "-C", str(tmp_path)).json
    assert set(value) == {"schema_version", "folder", "contract", "unusable", "notices", "seconds"}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 64, "say what to look up"),
        (("",), 64, "say what to look up"),
        (("x", "-k", "0"), 64, "0 is not in the range"),
        (("x", "--kind", "dense"), 64, "'dense' is not one of"),
        (("x", "--folder", "absent"), 1, "absent: no such folder"),
    ],
    ids=["no-query", "empty-query", "k", "kind", "folder"],
)
def test_what_cannot_be_done_is_one_message(
    ace: Callable[..., Ran], arguments: tuple[str, ...], code: int, said: str
) -> None:
    ran = ace("retrieve", *arguments)
    assert ran.code == code
    assert said in ran.err
    assert ran.out == ""
