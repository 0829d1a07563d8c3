"""What a person reads of a judge: figures beside their floors, the verdict in words, strangers' text escaped."""

from pathlib import Path

from ace.judges.calibrate import Calibrated
from ace.judges.judge_model import judge_settings
from ace.judges.list_judges import list_judges
from ace.judges.run_judges import judge_episodes
from ace.judges.standing import standing
from ace.measurements.read_rows import BadRow
from ace.report.judge_text import calibrated_text, judged_text, judges_text
from runtime.contracts.json_types import JsonObject
from tests.ace.judges.judging import RUBRIC, Answering, honest, judge_repository, lenient, said, session_in, taught
from tests.ace.judges.test_calibrate import Switching, items_in, run
from tests.chat_server import Answer, chat_server, completion


def calibrated(folder: Path, answering: Answering, count: int = 40) -> Calibrated:
    """Return a calibration against a server that answers so."""
    with chat_server(answering) as server:
        return run(session_in(judge_repository(folder / "repo", server.base_url)), items_in(folder, count))


def test_a_usable_judge(tmp_path: Path) -> None:
    made = calibrated(tmp_path, honest)
    text = calibrated_text(made, RUBRIC, ())
    assert text.startswith(f"judge:rude  {made.judge.hash}  openai/judge\n  Is the reply rude to the student?\n")
    assert "40 items: people call 20 rude, 20 polite" in text
    assert any(line.split() == ["precision", "1.00", "[0.84,", "1.00]", "0.7"] for line in text.splitlines())
    assert "40 calls, 4,000 + 400 tokens, 0.0040 USD" in text
    assert "asked just now: 40 of 40 items" in text
    assert "USABLE: on 40 items people labelled" in text
    assert "not used" not in text


def test_one_under_its_floor_says_what_is_short_and_that_it_is_not_used(tmp_path: Path) -> None:
    text = calibrated_text(calibrated(tmp_path, lenient), RUBRIC, [BadRow(3, "bad \x1b[2J")])
    assert "UNDER FLOOR: kappa 0.00" in text
    assert "precision is undefined" in text
    assert "Its verdicts are not used" in text
    assert "20 disagreements, the first of them:\n    t1: people rude, judge polite: It reads so." in text
    assert "1 row of the labels not used:\n    line 3: bad \\x1b[2J" in text


def test_answers_that_cannot_be_used_are_counted(tmp_path: Path) -> None:
    text = calibrated_text(calibrated(tmp_path, lambda request, number: completion("?"), 20), RUBRIC, ())
    assert "20 answers could not be used and count as polite" in text
    assert "people rude, judge no usable answer: not JSON" in text


def test_drift_is_told_in_figures(tmp_path: Path) -> None:
    answering = Switching(honest)
    with chat_server(answering) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))
        answering.answering = lenient
        text = calibrated_text(run(session, items_in(tmp_path), fresh=True), RUBRIC, ())
    assert "against the calibration before, 40 shared items: 20 became wrong, 0 right; McNemar p = 1.9e-06" in text
    assert "DRIFTED: of 40 items asked before" in text


def test_the_list_says_what_each_asks_and_why_a_configured_one_is_not_used(tmp_path: Path) -> None:
    session = session_in(judge_repository(tmp_path / "repo", "http://127.0.0.1:9/v1"))
    text = judges_text(list_judges(session, {}))
    assert any(line.split()[:4] == ["*", "rude", "not", "calibrated"] for line in text.splitlines())
    assert "answer_revealed" in text
    assert "judge:rude: not asked, not calibrated" in text
    assert "ace judge calibrate rude --labels FILE" in text


def test_what_an_unproven_judge_says_is_advisory(tmp_path: Path) -> None:
    def escapes(request: JsonObject, number: int) -> Answer:
        return completion(said("rude", "You fool", "It is\x1b[31m rude."))

    with chat_server(escapes) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        found = judge_episodes(session, RUBRIC, judge_settings(session), [taught("e-1", "You fool.")])
        from ace.judges.identity import identity

        judge = identity(RUBRIC, judge_settings(session))
        text = judged_text(RUBRIC, judge, standing(session.workspace, RUBRIC, judge), found)
    assert text.startswith("judge:rude of openai/judge: 1 episode, ADVISORY\n  counts for nothing, not calibrated: ")
    assert "  e-1  rude  It is\\x1b[31m rude.\n      step 0 | You fool\n" in text
