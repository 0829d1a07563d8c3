"""Answers kept on disk: found again, whatever was torn, and forgotten on request."""

from pathlib import Path

from ace.judges.answer import JudgeAnswer
from ace.judges.answers_file import AnswersFile, answer_key
from ace.judges.prompt import judge_messages
from ace.judges.shown_episode import shown_text
from tests.ace.judges.judging import RUBRIC

ONE = JudgeAnswer("i1", True, "An insult.", "fool \u202e", 3, calls=2, prompt_tokens=100, cost_usd=0.25, seconds=1.5)
TWO = JudgeAnswer("i2", None, problem="not JSON", calls=3)


def test_what_was_put_is_there_for_the_next(tmp_path: Path) -> None:
    path = tmp_path / "judges" / "answers.jsonl"
    AnswersFile(path).put("a", ONE)
    AnswersFile(path).put("b", TWO)
    kept = AnswersFile(path)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (ONE, TWO, None)


def test_a_torn_or_foreign_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    AnswersFile(path).put("a", ONE)
    with path.open("a") as file:
        file.write('[1]\n{"key": "x", "item": 7}\n{"item": "y", "is_failing": true}\n\n{"key": "b", "it')
    kept = AnswersFile(path)
    kept.put("c", TWO)
    again = AnswersFile(path)
    assert (again.get("a"), again.get("c")) == (ONE, TWO)
    assert [again.get(key) for key in ("b", "x", "y")] == [None, None, None]


def test_to_ask_anew_forgets_what_was_said_before_and_lasts(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    kept = AnswersFile(path)
    kept.put("a", ONE)
    kept.forget("2026-11-30T12:00:00Z")
    assert kept.get("a") is None
    kept.put("b", TWO)
    again = AnswersFile(path)
    assert (again.get("a"), again.get("b")) == (None, TWO)
    assert path.read_text().count("\n") == 3


def test_the_key_is_of_the_whole_prompt() -> None:
    other = RUBRIC.model_copy(update={"instructions": "Mockery is rude, too."})
    severe = RUBRIC.model_copy(update={"severity": "critical"})
    shown = shown_text("Hello")
    key = answer_key(judge_messages(RUBRIC, shown))
    assert key != answer_key(judge_messages(other, shown))
    assert key != answer_key(judge_messages(RUBRIC, shown_text("Hello!")))
    # What does not reach the model need not be paid for again.
    assert key == answer_key(judge_messages(severe, shown))
