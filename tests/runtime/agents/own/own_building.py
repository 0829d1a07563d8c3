"""A small own agent for tests: its settings, parts, sample, and scripts that play it."""

import asyncio
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from runtime.agents.own.own_action import vocabulary_of
from runtime.agents.own.own_agent_spec import own_agent_info
from runtime.agents.own.play_episode import OwnParts
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.agents.own.request import Asked
from runtime.agents.own.sample import OwnSample
from runtime.agents.own.settings import OwnAgentSettings
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import AgentUnderTest, EpisodeJob, TraceSink
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Outcome
from runtime.loop.episode_recorder import EpisodeRecorder
from runtime.rules.render_rules import render_rules
from tests.runtime.builders import StepClock, rule

FIELDS: list[JsonObject] = [
    {"path": "action.amount", "default": 0.0, "doc": "euros"},
    {"path": "action.tone", "default": "", "choices": ["kind", "cold"]},
    {"path": "state.order.paid", "default": False},
    {"path": "state.order.items", "default": 0},
    {"path": "state.labels", "default": []},
]
SAMPLE = OwnSample(
    id="late",
    case="late",
    agent="triage",
    split="dev",
    tags=("pressing",),
    input={"order": "A-1", "message": "Pay me now."},
    expected={"decision": "refund"},
)
END: JsonObject = {"type": "end", "success": True}
LOOK_UP: JsonObject = {
    "type": "step",
    "action": {"name": "lookup_order", "arguments": {"order": "A-1"}},
    "result": {"ok": True, "summary": "delivered"},
}
REFUND: JsonObject = {"type": "step", "action": {"name": "REFUND", "amount": 3, "text": "Here you are."}}


def settings(**changes: object) -> OwnAgentSettings:
    """Return the settings of a command agent with fields changed; another `kind` drops the command."""
    base: JsonObject = {
        "kind": "command",
        "tools": ["lookup_order", "refund_order"],
        "actions": ["REFUND", "DECLINE"],
        "fields": FIELDS,
        "timeout_s": 10.0,
    }
    if changes.get("kind", "command") == "command":
        base["command"] = ["agent"]
    return OwnAgentSettings.model_validate(base | changes)


def parts(timeout_s: float = 10.0, rules_tokens: int = 800) -> OwnParts:
    """Return what an agent is made of."""
    chosen = settings()
    return OwnParts(own_agent_info("triage", chosen), vocabulary_of(chosen), StepClock(), rules_tokens, timeout_s)


def own_rule(when: str, require: str, otherwise: str | None = None, enforce: str = "gate") -> Rule:
    """Return a rule of the agent."""
    return rule("refunds.first", agent="triage", when=when, require=require, enforce=enforce, otherwise=otherwise)


FIRST_LOOK = own_rule('action.name == "REFUND"', '"lookup_order" in state.tools.called', "lookup_order")


def record(rules: Sequence[Rule] = (), sample: OwnSample = SAMPLE, sink: TraceSink | None = None) -> EpisodeRecord:
    """Return an episode that waits for its first line; its header is left out."""
    job = EpisodeJob(rules=tuple(rules))
    asked = Asked(sample, job, "e-1", render_rules(rules, 800))
    return EpisodeRecord(asked, vocabulary_of(settings()), EpisodeRecorder(sink), StepClock())


def play(agent: AgentUnderTest, rules: Sequence[Rule] = (), sample: OwnSample = SAMPLE, trial: int = 0) -> Episode:
    """Return one episode of the agent, which is then closed."""

    async def run() -> Episode:
        try:
            return await agent.run(sample, EpisodeJob(rules=tuple(rules), trial=trial))
        finally:
            await agent.aclose()  # type: ignore[attr-defined]

    return asyncio.run(run())


def outcome(episode: Episode) -> Outcome:
    """Return how the episode ended."""
    assert episode.outcome is not None
    return episode.outcome


PRELUDE = """\
import json, os, sys, time
def say(**line):
    sys.stdout.write(json.dumps(line) + "\\n")
    sys.stdout.flush()
def ask(**line):
    say(**line)
    return json.loads(sys.stdin.readline())
def requests():
    while line := sys.stdin.readline():
        yield json.loads(line)
"""


def script(folder: Path, body: str, name: str = "agent.py") -> list[str]:
    """Return the command of a script that has `say`, `ask`, `requests`."""
    (folder / name).write_text(PRELUDE + textwrap.dedent(body), "utf-8")
    return [sys.executable, "-S", "-E", name]
