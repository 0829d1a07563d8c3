"""A person at a screen: turns, commands, leaving, and what led to the last message."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ace.tutor.person import GATES_NOTE, HELP, Behind, Person, Watcher, ask_person, question_text
from ace.tutor.screen import Note
from runtime.contracts.action import Action
from runtime.contracts.trace_event import GateRecord, Step
from tests.runtime.builders import SAMPLE, card, state, tool_request


class Lines:
    """A screen that types prepared lines and keeps what it is shown."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.notes: list[Note] = []

    def show(self, note: Note) -> None:
        """Keep the note."""
        self.notes.append(note)

    def ask(self) -> str | None:
        """Return the next line."""
        return next(self._lines, None)


def _step(taken: bool = True, **fields: object) -> Step:
    return Step("r-1", "e-1", 0, (), "a", "b", taken={"action": "QUIZ"} if taken else None, **fields)  # type: ignore[arg-type]


def test_the_first_message_is_the_question_its_options_and_what_the_person_said() -> None:
    person = Person(SAMPLE, "I see white.", Lines(), Behind())
    assert person.open() == f"{question_text(SAMPLE)}\nI see white."
    assert question_text(SAMPLE).splitlines()[1] == "A) Lobar pneumonia"


def test_a_reply_shows_the_response_and_reads_what_is_typed() -> None:
    screen = Lines("", "  b ")
    turn = Person(SAMPLE, "", screen, Behind()).reply(
        {"action": "HINT", "hint_level": 2, "text": "Look at it."}, state(), 0
    )
    assert (turn.text, turn.choice, turn.performance, turn.left) == ("b", "B", "correct", False)
    assert screen.notes == [
        Note("tutor", "Look at it.", {"action": "HINT", "hint_level": 2}),
        Note("student", "b"),
    ]


@pytest.mark.parametrize("lines", [(), ("/quit",), ("", "/QUIT"), ("/exit",)])
def test_leaving_is_a_turn_that_is_no_attempt(lines: tuple[str, ...]) -> None:
    turn = Person(SAMPLE, "", Lines(*lines), Behind()).reply({"text": "Look."}, state(), 0)
    assert turn.left
    assert (turn.choice, turn.performance) == ("", "none")


@pytest.mark.parametrize(
    ("line", "said"), [("/hint", "Please give me a hint."), ("/Answer", "Please tell me the answer.")]
)
def test_requests_are_put_into_words(line: str, said: str) -> None:
    assert ask_person(Lines(line), Behind()) == said


def test_other_commands_are_answered_and_not_sent() -> None:
    screen = Lines("/help", "/nope now", "/why", "fine")
    assert ask_person(screen, Behind()) == "fine"
    shown = [note.text for note in screen.notes]
    assert shown == [
        HELP,
        "no command /nope; /help lists them",
        "Nothing yet: the tutor has not said anything.",
        "fine",
    ]


def test_why_tells_the_tools_gates_and_stopped_proposals_behind_the_last_message() -> None:
    behind, screen = Behind(), Lines("/why", "hm", "/why", "hm")
    watcher, person = Watcher(screen, behind), Person(SAMPLE, "", screen, behind)
    allowed = (GateRecord("fixed", "allow", "none objects"),)
    watcher.acting(replace(tool_request("zoom"), reason="look closer"), allowed)
    watcher.happened(_step(card=card("zoom", summary="bright  " * 60)))
    stopped = (GateRecord("leak", "block", "names option B as the answer"),)
    watcher.happened(_step(taken=False, proposed={"action": "HINT"}, gates=stopped))
    watcher.acting(Action("HINT", text="Look.", hint_level=1), allowed)
    person.reply({"text": "Look."}, state(), 0)
    first = next(note.text for note in screen.notes if note.kind == "notice").splitlines()
    assert first[0] == "tool zoom: look closer"
    assert first[1] == "  gate fixed: allow (none objects)"
    assert first[2].startswith("  result: bright bright")
    assert len(first[2]) < 180
    assert first[3:] == [
        "stopped HINT",
        "  gate leak: block (names option B as the answer)",
        "said HINT 1",
        "  gate fixed: allow (none objects)",
        GATES_NOTE,
    ]
    watcher.acting(Action("QUIZ", text="Which?"), allowed)
    person.reply({"text": "Which?"}, state(), 1)
    second = [note.text for note in screen.notes if note.kind == "notice"][-1]
    assert second.splitlines() == ["said QUIZ", "  gate fixed: allow (none objects)", GATES_NOTE]


def test_a_tool_is_told_in_one_line_when_it_is_done() -> None:
    screen = Lines()
    Watcher(screen, Behind()).happened(_step(card=card("zoom", "timeout", summary="took too\nlong")))
    assert screen.notes == [Note("tool", "zoom failed (timeout): took too long", {"tool": "zoom", "ok": False})]
