"""The paired measurement: both arms get the same question, only one the passages; counts and p follow."""

import json
from pathlib import Path

import pytest

from ace.bench.slake import SlakeRun, check_kind, measure_slake, query_of, slake_text
from ace.bench.slake_questions import slake_questions
from runtime.contracts.errors import ModelError
from runtime.contracts.ports import ModelRequest
from runtime.contracts.sample import TutorSample
from runtime.models.scripted import Scripted
from runtime.models.simulated import Simulated
from runtime.prompts.schemas import answer_schema
from tests.ace.sample_import.data_sets import slake_row, write_json
from tests.runtime.builders import INSUFFICIENT, CardIndex, answer


def _quiet(number: int, total: int) -> None:
    """Report nothing."""


@pytest.fixture
def questions(tmp_path: Path) -> tuple[TutorSample, ...]:
    """Eight questions."""
    return slake_questions(write_json(tmp_path / "slake", [slake_row(number) for number in range(8)]), None)


def _wrong(sample: TutorSample) -> str:
    return next(letter for letter in sample.options if letter != sample.answer)


async def test_right_only_with_passages_and_only_without_are_counted(questions: tuple[TutorSample, ...]) -> None:
    places = {sample.case: number for number, sample in enumerate(questions)}

    def script(request: ModelRequest) -> str:
        assert isinstance(request.sample, TutorSample)
        number = places[request.sample.case]
        is_given = "[card-meniscus]" in request.messages[1].content
        is_right = number < 5 if is_given else number in (0, 5)
        letter = request.sample.answer if is_right else _wrong(request.sample)
        return answer(letter, "card-meniscus" if is_given else "Smith 2019")

    result = await measure_slake(SlakeRun(questions), Scripted(script), CardIndex(), _quiet)
    assert result.pairs == (1, 4, 1, 2)
    assert result.p_value == pytest.approx(0.375)
    assert all(item.given.cited == 1 and item.bare.cited == 0 and item.bare.invented == 1 for item in result.asked)
    text = slake_text(result)
    assert "right in both 1, only with passages 4, only without 1, in neither 2" in text
    assert "(simulated)" in text
    assert result.to_json()["only_with"] == 4


async def test_both_arms_differ_in_nothing_but_the_evidence(questions: tuple[TutorSample, ...]) -> None:
    asked: list[ModelRequest] = []

    def script(request: ModelRequest) -> str:
        asked.append(request)
        return INSUFFICIENT

    result = await measure_slake(SlakeRun(questions[:1]), Scripted(script), CardIndex(), _quiet)
    given, bare = asked
    assert (given.seed, given.messages[0]) == (bare.seed, bare.messages[0])
    assert given.schema == answer_schema("ABCD", ["card-meniscus"])
    assert bare.schema == answer_schema("ABCD")
    evidence = given.messages[1].content.split("Evidence:\n")[1].split("\n\n")[0]
    assert given.messages[1].content.replace(evidence, "(none)") == bare.messages[1].content
    assert [result.asked[0].given.how, result.asked[0].bare.how] == ["insufficient_evidence"] * 2
    assert result.pairs == (0, 0, 0, 1)
    assert result.p_value == 1.0


async def test_forced_leaves_no_way_out_and_prose_is_unusable(questions: tuple[TutorSample, ...]) -> None:
    schemas: list[str] = []

    def script(request: ModelRequest) -> str:
        schemas.append(json.dumps(request.schema))
        return "I think it is the lung."

    result = await measure_slake(SlakeRun(questions[:1], is_forced=True), Scripted(script), CardIndex(), _quiet)
    assert not any("insufficient" in schema for schema in schemas)
    assert result.asked[0].given.how == "unusable"


def test_the_index_is_asked_with_region_question_and_options(questions: tuple[TutorSample, ...]) -> None:
    query = query_of(questions[0])
    assert query.startswith("chest lung Which organ belongs to system")
    assert "not shown" not in query
    assert all(option in query for option in questions[0].options.values())


def test_the_simulated_controller_is_not_measured() -> None:
    with pytest.raises(ModelError, match="is told the answer"):
        check_kind(Simulated())
