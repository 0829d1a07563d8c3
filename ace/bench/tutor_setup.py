"""The shipped tutor in a folder of its own, with everything on: gates, rules, tools, index, trace."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ace.clock import SystemClock
from ace.paths import shipped
from runtime.agents.agent_setup import AgentSetup
from runtime.agents.registry import find_agent
from runtime.contracts.ports import AgentUnderTest, ArtifactStore, Controller
from runtime.contracts.rule import Rule
from runtime.contracts.sample import Sample
from runtime.rules.load_reviewed import injectable, parse_playbook

AGENT = "tutor"


@dataclass(frozen=True)
class TutorSetup:
    """The agent, the shipped development samples and the shipped rules."""

    agent: AgentUnderTest
    samples: tuple[Sample, ...]
    rules: tuple[Rule, ...]


def set_up_tutor(folder: Path, controller: Controller) -> TutorSetup:
    """Return the tutor under `controller`; artifacts go below `folder`. Raises: RuntimeFault."""
    samples = shipped("samples")
    spec = find_agent(AGENT)
    agent = spec.build(
        AgentSetup(
            controller=controller,
            solver=controller,
            artifacts=_store(folder),
            clock=SystemClock(),
            base=folder,
            knowledge=[samples / "knowledge"],
        )
    )
    return TutorSetup(agent, spec.load([samples], frozenset({"dev"})).samples, shipped_rules())


def shipped_rules() -> tuple[Rule, ...]:
    """Return the shipped playbook's rules for the tutor, in prompt order."""
    top = shipped("playbooks")
    files = {path.relative_to(top.parent).as_posix(): path.read_bytes() for path in _files(top / AGENT)}
    return injectable(parse_playbook(files, f"{top.name}/{AGENT}"), AGENT)


def _files(top: Path) -> Sequence[Path]:
    return sorted(path for path in top.rglob("*.yaml") if path.is_file())


def _store(folder: Path) -> ArtifactStore:
    from runtime.artifacts.store import FileArtifactStore

    return FileArtifactStore(folder / "artifacts")
