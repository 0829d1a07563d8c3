"""What to say when a replay asks something that was not recorded: where, the nearest record, and the difference."""

import difflib
from collections.abc import Sequence

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.ports import ChatMessage, ModelRequest
from runtime.contracts.sample import TutorSample
from runtime.contracts.trace_event import Episode, Step
from runtime.loop.ask_model import prompt_sha256
from runtime.loop.replay_prompts import seen_prompts
from runtime.loop.replay_setup import Setup
from runtime.loop.replay_states import recorded_states
from runtime.models.shown_text import shown
from runtime.state.snapshot import snapshot
from runtime.traces.json_patch import diff

DIFF_LINES = 40
_LINE_CHARS = 160


async def prompt_miss(
    episode: Episode, setup: Setup | None, sample: TutorSample | None, place: int, request: ModelRequest
) -> str:
    """Return the message of a miss: `request` was asked where the record has its attempt number `place` of the episode.

    The difference is one of prompts where the recorded one can be made again, else one of states.
    """
    places = [(step, number) for step in episode.steps for number in range(len(step.attempts))]
    asked = prompt_sha256(request.messages)
    expected, number = places[place]
    same = next(((step, n) for step, n in places if step.attempts[n].prompt_sha256 == asked), None)
    step, attempt = same or (expected, number)
    recorded = step.attempts[attempt]
    head = (
        f"step {expected.step}, attempt {number}: the prompt asked now ({request.purpose}, {asked[:12]}) is not "
        f"the one recorded ({expected.attempts[number].purpose}, {expected.attempts[number].prompt_sha256[:12]})"
    )
    if same is not None:
        return f"{head}; it was recorded as step {step.step}, attempt {attempt}: the order has changed"
    nearest = f"nearest recorded: step {step.step}, attempt {attempt} ({recorded.purpose})"
    lines = await _difference(episode, setup, sample, (step, attempt), request)
    return "\n".join([f"{head}; {nearest}:", *_cut(lines)])


async def _difference(
    episode: Episode,
    setup: Setup | None,
    sample: TutorSample | None,
    place: tuple[Step, int],
    request: ModelRequest,
) -> list[str]:
    step, number = place
    states = recorded_states(episode)
    index = episode.steps.index(step)
    if index >= len(states):
        return ["the record holds no state to compare with"]
    if setup is not None and sample is not None:
        try:
            prompts = await seen_prompts(step, states[index].state(), sample, setup)
        except TraceError:
            prompts = ()
        if number < len(prompts) and prompts[number].is_verified:
            now = _lines(request.messages)
            return list(
                difflib.unified_diff(_lines(prompts[number].messages), now, "recorded", "now", lineterm="", n=1)
            )
    if request.state is None:
        return ["neither the recorded prompt nor a state is at hand to compare with"]
    changes = diff(states[index].shot, snapshot(request.state))
    if not changes:
        return ["the state is the recorded one: the instructions, rules, tools or templates have changed"]
    return ["the state differs:", *map(_change, changes)]


def _change(operation: JsonObject) -> str:
    value = canonical_json(operation["value"]) if "value" in operation else ""
    return shown(f"{operation['op']} {operation['path']} {value}", _LINE_CHARS)


def _lines(messages: Sequence[ChatMessage]) -> list[str]:
    lines: list[str] = []
    for message in messages:
        lines.append(f"[{message.role}]")
        lines.extend(shown(line, _LINE_CHARS) for line in message.content.split("\n"))
    return lines


def _cut(lines: list[str]) -> list[str]:
    more = [f"... {len(lines) - DIFF_LINES} more lines"] if len(lines) > DIFF_LINES else []
    return lines[:DIFF_LINES] + more
