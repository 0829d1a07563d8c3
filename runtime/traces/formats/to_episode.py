"""A transcript from outside as an episode: each decision a step, everything else that was said beside it. Pure."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import sha256

import orjson

from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome, Said, Step
from runtime.traces.event_json import plain
from runtime.traces.formats.decision_context import episode_context
from runtime.traces.formats.pair_results import CallPlace, Pairing, pair_results
from runtime.traces.formats.sound_json import cut_text
from runtime.traces.formats.to_step import Decision, call_step, said_step
from runtime.traces.formats.transcript import BadRecord, HeardMessage, Transcript, TranscriptMessage

UNNAMED_AGENT = "imported"
# ACE's own agent: what only it does must not be looked for in another of the same name.
_OWN_AGENT = "tutor"


def to_episode(transcript: Transcript, report: Callable[[BadRecord], None], run: str = "import") -> Episode:
    """Return the transcript as an episode of `run`; its id is a hash of what was said and done.

    No message is lost: each is in the header's opening, a step (those of one message share source_id), a step's card,
    or what a step heard. `report` is told of results without a call, calls without a result and texts that were cut.
    """
    name = episode_id(transcript)
    messages = _with_own_ids(_cut(transcript, report))
    pairing = pair_results(messages)
    _report_unpaired(transcript, messages, pairing, report)
    told = _tell(messages, pairing, (run, name))
    steps = tuple(
        replace(step, heard=tuple(heard)) if heard else step for step, heard in zip(told.steps, told.heard, strict=True)
    )
    header = _header(transcript, messages, run, name)
    return Episode(
        replace(header, opening=tuple(told.opening)), steps, _outcome(transcript, messages, steps, (header, report))
    )


def episode_id(transcript: Transcript, occurrence: int = 0) -> str:
    """Return e- and 12 hex digits of what the transcript says, wherever it stands; `occurrence` tells equal ones."""
    kept = replace(transcript, id="", file="", line=0, source="")
    try:
        content = orjson.dumps(kept, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # a lone surrogate
        content = canonical_json(plain(kept)).encode()
    return "e-" + sha256(content + (b"#%d" % occurrence if occurrence else b"")).hexdigest()[:12]


@dataclass
class _Told:
    """A transcript in order: what came before the first decision, each step, what was heard after each."""

    opening: list[Said] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    heard: list[list[Said]] = field(default_factory=list)


def _tell(messages: tuple[TranscriptMessage, ...], pairing: Pairing, ids: tuple[str, str]) -> _Told:
    told = _Told()
    paired = set(pairing.answers.values())
    calls, last_error = 0, ""
    for index, message in enumerate(messages):
        if message.role == "assistant" and not isinstance(message, HeardMessage):
            for number in range(max(len(message.calls), 1)):
                state: JsonObject = {"step": len(told.steps), "tools": {"calls": calls, "last_error": last_error}}
                decision = Decision(message, len(told.steps), ids, state)
                if not message.calls:
                    told.steps.append(said_step(decision))
                else:
                    answer = pairing.answers.get(CallPlace(index, number))
                    step = call_step(decision, number, None if answer is None else messages[answer])
                    calls, last_error = calls + 1, (step.card.error_class or "") if step.card else ""
                    told.steps.append(step)
                told.heard.append([])
        elif index not in paired:
            said = Said(message.role, message.text, message.name, message.source_id)
            (told.heard[-1] if told.heard else told.opening).append(said)
    return told


def _cut(transcript: Transcript, report: Callable[[BadRecord], None]) -> tuple[TranscriptMessage, ...]:
    out = []
    for number, message in enumerate(transcript.messages, 1):
        text = cut_text(message.text)
        if text is not message.text:
            what = f"message {number}"
            report(BadRecord(transcript.file, transcript.line, what, f"{len(message.text)} characters; cut"))
        out.append(message if text is message.text else replace(message, text=text))
    return tuple(out)


def _with_own_ids(messages: tuple[TranscriptMessage, ...]) -> tuple[TranscriptMessage, ...]:
    """Give each message an id no other has: its own, else its place from 1."""
    taken: set[str] = set()
    out = []
    for number, message in enumerate(messages, 1):
        own = message.source_id or str(number)
        while own in taken:
            own = f"{own}#{number}"
        taken.add(own)
        out.append(message if own == message.source_id else replace(message, source_id=own))
    return tuple(out)


def _report_unpaired(
    transcript: Transcript,
    messages: tuple[TranscriptMessage, ...],
    pairing: Pairing,
    report: Callable[[BadRecord], None],
) -> None:
    def tell(what: str, reason: str) -> None:
        report(BadRecord(transcript.file, transcript.line, what, f"{reason} (in {transcript.id})"))

    for place in pairing.unanswered:
        call = messages[place.message].calls[place.call]
        name = call.call_id or f"call {place.call + 1} of message {place.message + 1}"
        tell(name, f"no result is recorded for this call of {call.name or 'a tool without a name'}")
    for index in pairing.unpaired:
        message = messages[index]
        tell(
            message.call_id or f"message {index + 1}", f"message {index + 1} is a tool's result that no call asked for"
        )
    for index in sorted(pairing.early):
        tell(messages[index].call_id, f"message {index + 1} is a tool's result that stands before its call")


def _header(transcript: Transcript, messages: tuple[TranscriptMessage, ...], run: str, name: str) -> Header:
    agent = transcript.agent or UNNAMED_AGENT
    sample = transcript.task or transcript.id
    first_said = next((message.text for message in messages if message.role == "user"), "")
    return Header(
        run=run,
        episode=name,
        sample=sample,
        case=sample,
        split="dev",
        trial=transcript.trial,
        seed=0,
        agent=f"{agent} (imported)" if agent == _OWN_AGENT else agent,
        controller=ControllerInfo(transcript.format, transcript.model or "unknown", simulated=False),
        playbook_commit="",
        rules={},
        rules_dropped=(),
        context=episode_context(messages),
        source=transcript.source or f"file:{transcript.file.replace(chr(92), '/').rsplit('/', 1)[-1]}",
        started=transcript.started,
        question=transcript.question or first_said,
        student_simulated=False,
        imported=transcript.format,
    )


def _outcome(
    transcript: Transcript,
    messages: tuple[TranscriptMessage, ...],
    steps: tuple[Step, ...],
    where: tuple[Header, Callable[[BadRecord], None]],
) -> Outcome:
    header, report = where
    scores = {name: float(value) for name, value in transcript.scores.items() if math.isfinite(value)}
    for name in transcript.scores.keys() - scores.keys():
        report(BadRecord(transcript.file, transcript.line, f"score {name}", "is no finite number; left out"))
    answers = [message.text for message in messages if message.role == "assistant" and message.text]
    return Outcome(
        run=header.run,
        episode=header.episode,
        terminal=transcript.end,
        message=cut_text(transcript.end_message),
        scores=scores,
        answer={"text": answers[-1]} if answers else {},
        spent={
            "prompt_tokens": sum(attempt.prompt_tokens for step in steps for attempt in step.attempts),
            "completion_tokens": sum(attempt.completion_tokens for step in steps for attempt in step.attempts),
            "tool_calls": sum(len(message.calls) for message in messages),
            "steps": len(steps),
        },
    )
