"""What a project's own detector does wrong is told of it alone."""

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from ace.detectors.own_findings import MAX_MESSAGE, checked, foreign_code
from analyzers.detectors.detector import Detector
from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.registry import AnalysisResult, run_detectors
from analyzers.finding import Finding
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome, Step

ABOUT = About("shouts", "design", "minor")


def _episode() -> Episode:
    controller = ControllerInfo("scripted", "fixed", simulated=True)
    header = Header("r1", "e1", "s1", "c1", "dev", 0, 0, "tutor", controller, "", {}, (), {})
    step = Step("r1", "e1", 0, (), "", "", proposed={"action": "HINT", "text": "LOOK!"})
    return Episode(header, (step,), Outcome("r1", "e1", "responded", "", {}))


EPISODE = _episode()
FINDING = finding_at(EPISODE, EPISODE.steps[0], ABOUT, "it shouts")


def _run(function: Callable[[Episode], object]) -> AnalysisResult:
    detector = Detector("shouts", "design", "minor", "", checked("shouts", function), "any")
    return run_detectors([_episode()], detectors=[detector])


def test_sound_findings_are_passed_on() -> None:
    assert _run(lambda _: [FINDING]) == ((FINDING,), ())
    assert _run(lambda _: ()) == ((), ())


class _Finding(Finding):
    """A finding that could do anything."""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"message": None}, "TypeError: a finding's message must be a text, not NoneType"),
        ({"severity": "dire"}, "its severity of minor, major, critical; not 'design' and 'dire'"),
        ({"bucket": "luck"}, "ValueError: a finding's bucket must be one of design, misalignment, verification"),
        ({"step": "a"}, "ValueError: a finding's step must be the number of a step, not a"),
        ({"step": True}, "ValueError: a finding's step must be the number of a step, not True"),
        ({"step": 10**30}, "ValueError: a finding's step must be the number of a step"),
        ({"quote": "q" * 301}, "ValueError: a finding's quote has 301 characters; 300 are the most"),
        ({"message": "m" * (MAX_MESSAGE + 1)}, "ValueError: a finding's message has 10001 characters"),
        ({"quote": "\ud800"}, "ValueError: a finding's quote holds a lone surrogate"),
        ({"episode": "e2"}, "ValueError: a finding's episode must be the episode's, 'e1'; use finding_at"),
        ({"sample": "s2"}, "ValueError: a finding's sample must be the episode's"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_finding_that_cannot_be_kept_is_refused(changes: dict[str, object], reason: str) -> None:
    result = _run(lambda _: [replace(FINDING, **changes)])  # type: ignore[arg-type]
    assert result.findings == ()
    assert reason in result.errors[0].reason


def test_only_findings_of_its_own_are_taken() -> None:
    odd = _Finding(**{name: getattr(FINDING, name) for name in FINDING.__dataclass_fields__})
    for wrong in (lambda _: [odd], lambda _: None, lambda _: [replace(FINDING, detector="early_reveal")]):
        assert _run(wrong).errors[0].reason.startswith("TypeError: it must return")


def test_a_coroutine_is_no_list_and_leaves_no_warning() -> None:
    async def detect(_: Episode) -> list[Finding]:
        return []

    assert _run(detect).errors[0].reason == "TypeError: it must return a list of findings, not coroutine"


class _SpeechlessError(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


class _OddError(BaseException):
    pass


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (SystemExit(0), "RuntimeError: it ended the process (exit 0), which no detector may"),
        (_OddError("odd"), "RuntimeError: _OddError: odd..."),
        (_SpeechlessError(), "RuntimeError: _SpeechlessError: its words cannot be had"),
        (ValueError("x" * 501), f"RuntimeError: ValueError: {'x' * 500}..."),
        (ValueError("x"), "ValueError: x"),
    ],
    ids=["exit", "no-exception", "speechless", "long", "plain"],
)
def test_however_it_fails_the_analysis_goes_on(error: BaseException, reason: str) -> None:
    def detect(_: Episode) -> object:
        raise error

    assert [item.reason for item in _run(detect).errors] == [reason]


def test_an_interrupt_is_the_persons() -> None:
    with pytest.raises(KeyboardInterrupt), foreign_code():
        raise KeyboardInterrupt


def test_what_it_prints_is_no_part_of_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    def detect(_: Episode) -> object:
        sys.stdout.write("here\n")
        return []

    _run(detect)
    assert capsys.readouterr() == ("", "here\n")


def test_what_it_changes_in_the_episode_hides_nothing_from_others() -> None:
    def wipe(episode: Episode) -> object:
        assert episode.steps[0].proposed is not None
        episode.steps[0].proposed.clear()
        return []

    episode = _episode()
    assert checked("shouts", wipe)(episode) == []
    assert episode == _episode()
