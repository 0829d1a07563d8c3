"""Rubric files: read strictly, hashed by content, and the shipped ones are sound."""

from pathlib import Path

import pytest

from ace.judges.errors import JudgeError
from ace.judges.rubric import RUBRICS, find_rubric, read_rubric, shipped_rubrics
from tests.ace.judges.judging import RUBRIC, rubric_yaml


def written(folder: Path, text: str) -> Path:
    """Write a rubric file."""
    path = folder / "rude.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rubric_is_read_with_defaults(tmp_path: Path) -> None:
    rubric = read_rubric(written(tmp_path, rubric_yaml()))
    assert rubric == RUBRIC
    assert (rubric.shows, rubric.scope, rubric.floor.precision) == ("responses", "any", 0.7)
    assert [rubric.labels.word(is_failing) for is_failing in (True, False)] == ["rude", "polite"]


def test_the_hash_is_of_the_content_not_of_the_layout(tmp_path: Path) -> None:
    plain = read_rubric(written(tmp_path, rubric_yaml()))
    lines = rubric_yaml().splitlines()
    shuffled = read_rubric(written(tmp_path, "# a comment\n" + "\n\n".join(reversed(lines)) + "\n"))
    assert shuffled.sha256 == plain.sha256
    assert read_rubric(written(tmp_path, rubric_yaml(severity="minor"))).sha256 != plain.sha256
    assert read_rubric(written(tmp_path, rubric_yaml(instructions="Insults are rude."))).sha256 != plain.sha256


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (rubric_yaml(severity="grave"), "severity: must be minor, major or critical"),
        (rubric_yaml() + "serious: true\n", "serious: no such setting; use one of"),
        (rubric_yaml() + "shown: whole\n", "shown: no such setting; did you mean `shows`?"),
        (rubric_yaml(labels="{failing: bad, passing: bad}"), "two different words"),
        (rubric_yaml(labels="{failing: bad}"), "labels.passing: must be set"),
        (rubric_yaml(floor="{kapa: 0.5}"), "floor.kapa: no such setting; did you mean `kappa`?"),
        (rubric_yaml(floor="{precision: 2}"), "floor.precision:"),
        (rubric_yaml(name="Very Rude"), "name:"),
        (rubric_yaml(schema="2"), "schema:"),
        ("question: [", "not valid YAML"),
        ("", "no content"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(JudgeError) as caught:
        read_rubric(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_names_find_shipped_rubrics_and_paths_find_files(tmp_path: Path) -> None:
    written(tmp_path, rubric_yaml())
    assert find_rubric("rude.yaml", tmp_path) == RUBRIC
    assert find_rubric("answer_revealed", tmp_path).name == "answer_revealed"
    with pytest.raises(JudgeError, match=r"'polite' is no rubric: .* answer_revealed"):
        find_rubric("polite", tmp_path)
    with pytest.raises(JudgeError, match=r"none\.yaml: cannot be read"):
        find_rubric("none.yaml", tmp_path)


@pytest.mark.parametrize("name", shipped_rubrics())
def test_each_shipped_rubric_is_named_as_its_file_and_says_both_words(name: str) -> None:
    rubric = read_rubric(RUBRICS / f"{name}.yaml")
    assert rubric.name == name
    assert f'"{rubric.labels.failing}"' in rubric.instructions
    assert f'"{rubric.labels.passing}"' in rubric.instructions


def test_the_shipped_rubrics_are_there() -> None:
    assert {"answer_revealed", "claim_unbacked"} <= set(shipped_rubrics())
