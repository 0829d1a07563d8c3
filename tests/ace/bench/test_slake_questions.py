"""SLAKE's questions for knowledge: open, each wording about a region once, the same for the same seed."""

from pathlib import Path

from ace.bench.slake_questions import slake_questions
from tests.ace.sample_import.data_sets import slake_row, write_json


def test_open_questions_for_knowledge_are_asked_once_a_region(tmp_path: Path) -> None:
    rows = [slake_row(number) for number in range(8)]
    rows += [
        slake_row(20, question="Which organ belongs to system 1?"),
        slake_row(21, question="Which organ belongs to system 1?", location="Abdomen"),
        slake_row(22, question="Does it contain a lung?", answer="Yes"),
        slake_row(23, base_type="vqa", content_type="Organ", question="Which organ is seen?"),
    ]
    asked = slake_questions(write_json(tmp_path, rows), None)
    assert len(asked) == 9
    assert {sample.case for sample in asked} == {"slake.21", *(f"slake.{number}" for number in range(8))}
    assert all("which is not shown" in sample.question for sample in asked)
    assert all(sample.image == "" for sample in asked)


def test_a_smaller_limit_gives_a_part(tmp_path: Path) -> None:
    folder = write_json(tmp_path, [slake_row(number) for number in range(8)])
    everything = slake_questions(folder, None)
    assert slake_questions(folder, 3) == everything[:3]
    assert slake_questions(folder, None, seed=1) != everything
