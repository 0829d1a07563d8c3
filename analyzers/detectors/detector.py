"""What a detector is: one failure, and the pure function that finds it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Literal, TypeAlias

from analyzers.detectors.reading import About
from analyzers.finding import Bucket, Finding, Severity
from runtime.contracts.trace_event import Episode, Header

Scope: TypeAlias = Literal["tutor", "inspector", "tool_agent", "any"]
SCOPE_WORDS: Mapping[Scope, str] = {
    "tutor": "the tutor",
    "inspector": "the inspector",
    "tool_agent": "every other agent that calls tools",
    "any": "any agent",
}
# Agents with detectors of their own; the scope is called as the agent is.
_OWN: frozenset[str] = frozenset({"tutor", "inspector"})


def is_read(scope: Scope, agent: str) -> bool:
    """Return True when episodes of `agent` (as the header names it) are within `scope`.

    "tool_agent" is every agent that has no scope of its own.
    """
    if scope == "any":
        return True
    return agent not in _OWN if scope == "tool_agent" else agent == scope


@dataclass(frozen=True)
class Detector:
    """One failure: its name, where the cure lies, how much it matters, what it finds, and the pure function.

    `scope` says whose episodes it reads. `of_proposal`: what it finds is an action that was proposed, which a gate may
    have stopped; the others look at answers, results and endings.
    """

    name: str
    bucket: Bucket
    severity: Severity
    doc: str
    detect: Callable[[Episode], list[Finding]]
    scope: Scope = "any"
    of_proposal: bool = False

    def reads(self, header: Header) -> bool:
        """Return True when episodes with this header are within the detector's scope."""
        return is_read(self.scope, header.agent)


def entry(
    about: About, detect: Callable[[Episode], list[Finding]], scope: Scope, *, of_proposal: bool = False
) -> Detector:
    """Return the table's line for a detector module; its documentation is the function's docstring."""
    doc = cleandoc(detect.__doc__ or "")
    return Detector(about.name, about.bucket, about.severity, doc, detect, scope, of_proposal)
