"""Castings, states of an inspection, and the inspector put together with its real tools: everything with defaults."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from runtime.agents.agent_setup import AgentSetup
from runtime.agents.inspector.build_inspector import build_inspector
from runtime.agents.inspector.episode import InspectorAgent
from runtime.agents.inspector.sample import CastingSample
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import Controller, ModelReply, ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.inspection.state import InspectorState
from runtime.inspection.types import Box, Candidate, Measures
from runtime.models.scripted import Script, Scripted
from tests.runtime.builders import StepClock
from tests.runtime.builders import rule as any_rule

FIND = '{"action":"find_candidates"}'
BRIGHT = Measures(0.05, 60.0, 1.25, 30.0)
DIM = Measures(0.01, 12.0, 2.0, 0.0)


def casting(number: int = 7, **changes: object) -> CastingSample:
    """Return the sample of a drawn casting. Number 7 has four candidates, of which one is real, and three voids."""
    name = f"casting-{number:06d}"
    base = {"id": name, "case": name, "agent": "inspector", "split": "dev", "image": f"casting:{number}"}
    return CastingSample.model_validate({**base, "modality": "XR", "tags": ("drawn",), **changes})


def measure(*ids: int) -> str:
    """Return a request to measure."""
    return json.dumps({"action": "measure_candidate", "ids": list(ids)})


def view(name: int) -> str:
    """Return a request for a picture."""
    return json.dumps({"action": "view_candidate", "id": name})


def report(*kept: int, verdict: str = "", reasons: str = "bright") -> str:
    """Return a report; its verdict fits unless one is given."""
    fitting = "reject" if kept else "accept"
    told = {"kept_ids": list(kept), "verdict": verdict or fitting, "reasons": reasons}
    return json.dumps({"action": "submit_report", **told})


def found(*measured: int, count: int = 3, **changes: object) -> InspectorState:
    """Return a state in which `count` candidates were found and some measured: odd ids bright, even ones dim."""
    candidates = tuple(Candidate(name, Box(10 * name, 5, 10 * name + 6, 12)) for name in range(1, count + 1))
    state = InspectorState(
        "casting:7", candidates=candidates, measured={name: BRIGHT if name % 2 else DIM for name in measured}
    )
    return replace(state, **changes)  # type: ignore[arg-type]


def rule(rule_id: str = "report.bright", **fields: object) -> Rule:
    """Return a rule for the inspector."""
    return any_rule(rule_id, **{"agent": "inspector", **fields})


def inspector(script: Script | Controller, base: Path = Path(), **changes: object) -> InspectorAgent:
    """Return the inspector; `changes` are other fields of AgentSetup."""
    controller = Scripted(script) if callable(script) or isinstance(script, list | tuple) else script
    fields: dict[str, object] = {
        "controller": controller,
        "solver": controller,
        "artifacts": MemoryArtifactStore(),
        "clock": StepClock(),
        "base": base,
        "knowledge": (),
        **changes,
    }
    return build_inspector(AgentSetup(**fields))  # type: ignore[arg-type]


class Heard:
    """Passes on to `inner`, and keeps what it was asked."""

    def __init__(self, inner: Controller) -> None:
        self._inner = inner
        self.asked: list[ModelRequest] = []

    @property
    def info(self) -> ControllerInfo:
        """Who is asked."""
        return self._inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the inner answer."""
        self.asked.append(request)
        return await self._inner.complete(request)


def actions(episode: Episode) -> list[str]:
    """Return what was proposed, step by step: a tool's name, else the kind; empty where nothing usable was."""
    return [str((step.proposed or {}).get("tool", (step.proposed or {}).get("action", ""))) for step in episode.steps]


def always(text: str) -> Callable[[ModelRequest], str]:
    """Return a script that never says anything else."""
    return lambda request: text
