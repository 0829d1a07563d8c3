"""Agents that ship with ACE: one line each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from runtime.agents.agent_setup import AgentSetup
from runtime.contracts.action import ACTION_KINDS
from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.ports import AgentUnderTest
from runtime.contracts.sample import Sample, SampleRef, Split
from runtime.contracts.tool_call import Readiness, ToolSpec
from runtime.inspection.actions import KINDS as INSPECTOR_KINDS
from runtime.inspection.actions import STAND_INS
from runtime.inspection.context import INSPECTOR_CONTEXT
from runtime.rules.condition_choices import GATE_WORDS
from runtime.tools.settings import ToolSettings


@dataclass(frozen=True)
class SampleLoad:
    """Samples read, and what could not be read."""

    samples: tuple[Sample, ...]
    problems: tuple[SampleRef, ...]


class LoadSamples(Protocol):
    """Reads an agent's samples; relative images are looked for under `image_base`, and not at all without one."""

    def __call__(
        self, folders: Sequence[Path], splits: frozenset[Split], image_base: Path | None = None, /
    ) -> SampleLoad:
        """Return the usable samples and the problems."""
        ...


class ListTools(Protocol):
    """Lists an agent's tools under the given settings, or the defaults."""

    def __call__(self, settings: ToolSettings | None = None, /) -> Mapping[str, tuple[ToolSpec, Readiness]]:
        """Return name -> declaration and whether it works here, in the order prompts list them."""
        ...


@dataclass(frozen=True)
class AgentSpec:
    """One agent: what conditions see, how its samples are read, how it is built, which tools it has.

    `actions` names what conditions may call `action.name` besides tools. `has_own_model`: the agent decides itself, and
    no controller is built or asked. `stand_ins`: what a gate can put in the place of what violates a rule, where that
    is not every tool and action. `notice` is a sentence that what is made for readers of its episodes carries.
    `is_resumable`: an episode that waits for a person goes on where it stood (`ace calls resume`); one of another agent
    is run anew from its start (`ace run --resume`).
    """

    name: str
    doc: str
    context: tuple[ContextField, ...]
    load: LoadSamples
    build: Callable[[AgentSetup], AgentUnderTest]
    tools: ListTools
    actions: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] | None = None
    has_own_model: bool = False
    notice: str = ""
    is_resumable: bool = False

    @property
    def teaches(self) -> bool:
        """True when it has a student: it may give hints."""
        return "HINT" in self.actions

    def otherwise(self) -> tuple[str, ...]:
        """Return what a rule's `otherwise` may say: names of tools and actions first, then `block` and `convert`."""
        names = (*self.tools(), *self.actions) if self.stand_ins is None else self.stand_ins
        return (*names, *GATE_WORDS) if self.teaches else (*names, "block")


def _load_tutor(folders: Sequence[Path], splits: frozenset[Split], image_base: Path | None = None) -> SampleLoad:
    from runtime.samples.load_samples import load_samples

    loaded = load_samples(folders, splits, "tutor", image_base)
    return SampleLoad(loaded.samples, loaded.problems)


def _build_tutor(setup: AgentSetup) -> AgentUnderTest:
    from runtime.agents.build_tutor import build_tutor

    return build_tutor(setup)


def _tutor_tools(settings: ToolSettings | None = None) -> Mapping[str, tuple[ToolSpec, Readiness]]:
    from runtime.tools.registry import tutor_tools

    return {name: (tool.spec, tool.readiness()) for name, tool in tutor_tools(None, settings).items()}


def _load_inspector(folders: Sequence[Path], splits: frozenset[Split], image_base: Path | None = None) -> SampleLoad:
    from runtime.agents.inspector.load_castings import load_castings

    return load_castings(folders, splits, image_base)


def _build_inspector(setup: AgentSetup) -> AgentUnderTest:
    from runtime.agents.inspector.build_inspector import build_inspector

    return build_inspector(setup)


def _inspector_tools(settings: ToolSettings | None = None) -> Mapping[str, tuple[ToolSpec, Readiness]]:
    from runtime.agents.inspector.tools import inspector_tools

    return {name: (tool.spec, tool.readiness()) for name, tool in inspector_tools(None, settings).items()}


AGENTS: Mapping[str, AgentSpec] = {
    "tutor": AgentSpec(
        name="tutor",
        doc="Multimodal medical tutor: teaches an image case by questions and hints (education, not advice).",
        context=TUTOR_CONTEXT,
        load=_load_tutor,
        build=_build_tutor,
        tools=_tutor_tools,
        actions=tuple(kind for kind in ACTION_KINDS if kind != "REQUEST_TOOL"),
        notice="Education, not medical advice.",
        is_resumable=True,
    ),
    "inspector": AgentSpec(
        name="inspector",
        doc="X-ray void inspector: measures candidates in an image of a casting and reports which are voids.",
        context=INSPECTOR_CONTEXT,
        load=_load_inspector,
        build=_build_inspector,
        tools=_inspector_tools,
        actions=tuple(kind for kind in INSPECTOR_KINDS if kind != "REQUEST_TOOL"),
        stand_ins=STAND_INS,
    ),
}


def goes_on_by(agent: str, run: str) -> str:
    """Return the command that goes on with the episodes of `run` once a person has decided on their calls."""
    is_anew = agent in AGENTS and not AGENTS[agent].is_resumable
    return f"ace run --resume {run}" if is_anew else "ace calls resume"


def find_agent(name: str) -> AgentSpec:
    """Return the agent called `name`. Raises: RuntimeFault naming the known ones."""
    if name not in AGENTS:
        raise RuntimeFault(
            f"agent {name!r} is not known: it must be one of {', '.join(AGENTS)}; an agent of your own is described "
            "under `own_agent` in ace.yaml (`ace init --agent command`, python or http writes an example)"
        )
    return AGENTS[name]
