"""A person as the student: what they type becomes turns; commands ask about the session and are not sent."""

from dataclasses import dataclass, field

from ace.tutor.screen import Note, Screen
from runtime.contracts.action import Action
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import Event, GateRecord, Step, StudentTurn
from runtime.students.read_reply import read_reply

HELP = (
    "Answer in your own words, or with an option's letter. Commands:\n"
    "/hint    ask for a hint\n"
    "/answer  ask for the answer (the tutor gives it once you have tried)\n"
    "/why     show what led to the tutor's last message: tools used, gates asked\n"
    "/quit    end the session; what happened is kept"
)
GATES_NOTE = (
    "Here every gate acts. In `ace run` the gates on the order of tools only observe, unless `gates` in ace.yaml says "
    "otherwise."
)
_REQUESTS = {"/hint": "Please give me a hint.", "/answer": "Please tell me the answer."}
_LEFT = StudentTurn("(the student left)", "", "none", simulated=False, left=True)
_SUMMARY_CHARS = 160
_QUIT = frozenset({"/quit", "/exit", "/q"})


@dataclass
class Behind:
    """What happened since the tutor's last message, for /why. Filled by the loop, read by the person."""

    lines: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    def turn_over(self) -> None:
        """Make what was gathered the explanation of the message that is shown now."""
        self.shown, self.lines = self.lines, []


class Person:
    """Implements Student for someone at a screen."""

    def __init__(self, sample: TutorSample, first: str, screen: Screen, behind: Behind) -> None:
        self._sample, self._first, self._screen, self._behind = sample, first, screen, behind

    def open(self) -> str:
        """Return the question, its options, and what the person said first."""
        return "\n".join(part for part in (question_text(self._sample), self._first) if part)

    def reply(self, action: JsonObject, state: AgentState, step: int) -> StudentTurn:
        """Show the tutor's response and return what the person answers; leaving is a turn of its own."""
        del state, step
        self._behind.turn_over()
        text = str(action.get("text", ""))
        data: JsonObject = {"action": action.get("action", ""), "hint_level": action.get("hint_level", 0)}
        self._screen.show(Note("tutor", text, data))
        said = ask_person(self._screen, self._behind)
        return _LEFT if said is None else read_reply(said, self._sample, text)


def question_text(sample: TutorSample) -> str:
    """Return the question with its options, one a line."""
    return "\n".join((sample.question, *(f"{letter}) {text}" for letter, text in sample.options.items())))


def ask_person(screen: Screen, behind: Behind) -> str | None:
    """Return what the person says to the tutor, after answering their commands; None when they leave."""
    while True:
        line = screen.ask()
        said = None if line is None else line.strip()
        if said is None or said.lower() in _QUIT:
            return None
        if said.lower() in _REQUESTS:
            said = _REQUESTS[said.lower()]
        elif said.startswith("/"):
            screen.show(Note("notice", _answer_to(said.lower(), behind)))
            continue
        if said:
            screen.show(Note("student", said))
            return said


def _answer_to(command: str, behind: Behind) -> str:
    if command == "/why":
        if not behind.shown:
            return "Nothing yet: the tutor has not said anything."
        return "\n".join((*behind.shown, GATES_NOTE))
    return HELP if command == "/help" else f"no command {command.split(maxsplit=1)[0]}; /help lists them"


class Watcher:
    """Tells the screen what the loop does, and keeps it for /why. Also a sink that passes events on to `log`."""

    def __init__(self, screen: Screen, behind: Behind) -> None:
        self._screen, self._behind = screen, behind

    def acting(self, action: Action, gates: tuple[GateRecord, ...]) -> None:
        """Note an action that is about to be carried out."""
        if action.kind == "REQUEST_TOOL":
            why = f": {action.reason}" if action.reason else ""
            self._behind.lines.append(f"tool {action.tool}{why}")
        else:
            self._behind.lines.append(f"said {action.kind}" + (f" {action.hint_level}" if action.hint_level else ""))
        self._behind.lines += [f"  gate {record.gate}: {record.decision} ({record.reason})" for record in gates]

    def happened(self, event: Event) -> None:
        """Note a step that is over: what a tool returned, what gates stopped."""
        if not isinstance(event, Step):
            return
        if event.card is not None:
            summary = " ".join(event.card.summary.split())
            short = summary if len(summary) <= _SUMMARY_CHARS else summary[: _SUMMARY_CHARS - 3] + "..."
            how = "" if event.card.ok else f" failed ({event.card.error_class})"
            self._behind.lines.append(f"  result{how}: {short}")
            data: JsonObject = {"tool": event.card.name, "ok": event.card.ok}
            self._screen.show(Note("tool", f"{event.card.name}{how}: {short}", data))
        elif event.taken is None and event.gates:
            self._behind.lines += [f"stopped {(event.proposed or {}).get('action', '')}"] + [
                f"  gate {record.gate}: {record.decision} ({record.reason})" for record in event.gates
            ]
