"""Who a judge is: any change of rubric, prompt or model makes another."""

from pathlib import Path

import pytest

import ace.judges.prompt
from ace.judges.identity import identity
from runtime.models.settings import ControllerSettings
from tests.ace.judges.judging import RUBRIC

MODEL = ControllerSettings(kind="openai", model="m", base_url="http://127.0.0.1:1/v1", temperature=0.0)


def test_the_same_judge_is_the_same() -> None:
    assert identity(RUBRIC, MODEL) == identity(RUBRIC.model_copy(), MODEL.model_copy())
    assert identity(RUBRIC, MODEL).model == "openai/m"


@pytest.mark.parametrize(
    "change",
    [{"model": "n"}, {"base_url": "http://127.0.0.1:2/v1"}, {"temperature": 0.5}, {"script": Path("s.json")}],
    ids=lambda change: next(iter(change)),
)
def test_another_model_is_another_judge(change: dict[str, object]) -> None:
    other = identity(RUBRIC, MODEL.model_copy(update=change))
    assert other.hash != identity(RUBRIC, MODEL).hash
    assert other.rubric_sha256 == identity(RUBRIC, MODEL).rubric_sha256


def test_how_a_model_is_reached_does_not_matter() -> None:
    other = MODEL.model_copy(update={"timeout_s": 9.0, "retries": 0, "concurrency": 1, "api_key_env": "KEY"})
    assert identity(RUBRIC, other).hash == identity(RUBRIC, MODEL).hash


def test_another_rubric_is_another_judge_of_the_same_model() -> None:
    other = identity(RUBRIC.model_copy(update={"question": "Is the reply kind to the student?"}), MODEL)
    assert other.hash != identity(RUBRIC, MODEL).hash
    assert other.model_hash == identity(RUBRIC, MODEL).model_hash


def test_another_prompt_is_another_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity(RUBRIC, MODEL)
    monkeypatch.setattr(ace.judges.prompt, "LAST_WORD", "END OF DATA\nAnswer.")
    after = identity(RUBRIC, MODEL)
    assert (after.hash != before.hash, after.prompt_sha256 != before.prompt_sha256) == (True, True)
    assert after.rubric_sha256 == before.rubric_sha256


def test_a_scripted_model_is_named_by_its_file() -> None:
    scripted = ControllerSettings(kind="scripted", script=Path("answers/good.json"))
    assert identity(RUBRIC, scripted).model == "scripted/good.json"
