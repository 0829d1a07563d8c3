"""Sample files of an own agent: what is read, and what is said of the rest."""

import os
from pathlib import Path

import pytest

from runtime.agents.own.load_own_samples import load_own_samples
from runtime.agents.own.sample import OwnSample
from runtime.agents.registry import SampleLoad
from runtime.contracts.sample import Split

ALL: frozenset[Split] = frozenset({"dev", "sealed", "must_pass"})
HEAD = "schema: 1\nagent: triage\nsamples:\n"


def _entry(sample_id: str, split: str = "dev", more: str = "") -> str:
    return f"  - id: {sample_id}\n    split: {split}\n    input: {{order: A-1, deep: {{a: [1, {{b: null}}]}}}}\n{more}"


def _load(folder: Path, text: str | None = None, splits: frozenset[Split] = ALL) -> SampleLoad:
    if text is not None:
        (folder / "triage").mkdir(exist_ok=True)
        (folder / "triage" / "a.yaml").write_text(text, "utf-8")
    return load_own_samples([folder], splits, "triage", folder)


def test_samples_come_sorted_with_their_input(tmp_path: Path) -> None:
    more = "    case: shared\n    tags: [x, z]\n    expected: {decision: refund}\n"
    samples, problems = _pair(_load(tmp_path, HEAD + _entry("b", more=more) + _entry("a")))
    assert problems == []
    assert [one.id for one in samples] == ["a", "b"]
    assert samples[0].case == "a"
    assert samples[1] == OwnSample(
        id="b",
        case="shared",
        agent="triage",
        split="dev",
        tags=("x", "z"),
        input={"order": "A-1", "deep": {"a": [1, {"b": None}]}},
        expected={"decision": "refund"},
    )


def _pair(load: SampleLoad) -> tuple[list[OwnSample], list[str]]:
    samples = [one for one in load.samples if isinstance(one, OwnSample)]
    return samples, [f"{one.where}: {one.problem}" for one in load.problems]


def test_held_out_samples_come_only_when_named(tmp_path: Path) -> None:
    text = HEAD + _entry("a") + _entry("b", "sealed") + _entry("c", "must_pass")
    assert [one.id for one in _load(tmp_path, text, frozenset({"dev", "must_pass"})).samples] == ["a", "c"]
    assert [one.id for one in _load(tmp_path, splits=frozenset({"sealed"})).samples] == ["b"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("", "has no content", id="empty"),
        pytest.param("schema: 2\nagent: triage\nsamples: [a]\n", "schema: line 1: ", id="another schema"),
        pytest.param("schema: 1\nagent: other\nsamples: [a]\n", "agent: line 2: this file is for", id="another agent"),
        pytest.param("schema: 1\nagent: triage\nsamples: []\n", "samples: line 3", id="no samples"),
        pytest.param(
            "schema: 1\nagent: triage\ncases: []\n",
            "unknown field 'cases'; use one of: agent, samples, schema",
            id="misspelt head",
        ),
        pytest.param(HEAD + "  - a\n", "samples.0: line 4", id="a text"),
        pytest.param(HEAD + _entry("a", "test"), "samples.0.split: line 5", id="another split"),
        pytest.param(HEAD + _entry("a b"), "samples.0.id: line 4", id="an id with a space"),
        pytest.param(HEAD + _entry("a", more="    expect: {}\n"), "did you mean `expected`", id="misspelt"),
        pytest.param(HEAD + _entry("a", more="    image: no.png\n"), "samples.0.image: line 7", id="no image"),
        pytest.param(HEAD + _entry("a", more="    image: ../x.png\n"), "samples.0.image: line 7", id="outside"),
        pytest.param(HEAD + "  - id: a\n    split: dev\n", "'input' is missing", id="no input"),
        pytest.param(
            HEAD + "  - id: a\n    split: dev\n    input: x\n", "samples.0.input: line 6", id="a text for input"
        ),
        pytest.param(HEAD + _entry("a") + _entry("a"), "line 7: id 'a' is used already", id="twice"),
        pytest.param(
            HEAD + _entry("a", more="    case: c\n") + _entry("b", "sealed", "    case: c\n"),
            "case 'c' is in sealed and in another split",
            id="a case in two splits",
        ),
        pytest.param(HEAD + "  - id: a\n    split: dev\n    input: {d: 2026-01-01}\n", "read as a date", id="a date"),
        pytest.param(HEAD + "  - id: &x a\n", "anchor", id="an anchor"),
        pytest.param(
            HEAD + f"  - id: a\n    split: dev\n    input: {'{a: ' * 30}1{'}' * 30}\n", "nested deeper", id="deep"
        ),
        pytest.param(HEAD + "\t- id", "", id="a tab"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    _, problems = _pair(_load(tmp_path, text))
    assert any(says in one for one in problems), problems


def test_one_bad_sample_does_not_take_the_others(tmp_path: Path) -> None:
    samples, problems = _pair(_load(tmp_path, HEAD + _entry("a", "test") + _entry("b")))
    assert [one.id for one in samples] == ["b"]
    assert len(problems) == 1


def test_what_is_in_the_folder_besides(tmp_path: Path) -> None:
    inside = tmp_path / "triage"
    inside.mkdir()
    assert "holds no *.yaml" in _load(tmp_path).problems[0].problem
    (inside / "a.yml").write_text(HEAD)
    os.mkfifo(inside / "pipe.yaml")
    (inside / "bad.yaml").write_bytes(b"\xff\xfe")
    (inside / "gone.yaml").symlink_to("nowhere")
    (inside / "notes.txt").write_text("hello")
    said = {Path(one.path).name: one.problem for one in _load(tmp_path).problems}
    assert set(said) == {"a.yml", "pipe.yaml", "bad.yaml", "gone.yaml"}
    assert "rename it to a.yaml" in said["a.yml"]
    assert "folder, pipe or device" in said["pipe.yaml"]
    assert "leads to no file" in said["gone.yaml"]


def test_no_folder(tmp_path: Path) -> None:
    assert "no folder 'triage'" in _load(tmp_path).problems[0].problem
