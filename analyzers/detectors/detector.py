"""What a detector is: one failure, and the pure function that finds it."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import cleandoc
from typing import Literal, TypeAlias

from analyzers.detectors.reading import About
from analyzers.finding import Bucket, Finding, Severity
from runtime.contracts.trace_event import Episode, Header

Scope: TypeAlias = Literal["tutor", "tool_agent", "any"]
TUTOR = "tutor"


@dataclass(frozen=True)
class Detector:
    """One failure: its name, where the cure lies, how much it matters, what it finds, and the pure function.

    `scope` says whose episodes it reads: the tutor's, those of every other agent that calls tools, or any.
    """

    name: str
    bucket: Bucket
    severity: Severity
    doc: str
    detect: Callable[[Episode], list[Finding]]
    scope: Scope = "any"

    def reads(self, header: Header) -> bool:
        """Return True when episodes with this header are within the detector's scope."""
        return self.scope == "any" or (self.scope == "tutor") == (header.agent == TUTOR)


def entry(about: About, detect: Callable[[Episode], list[Finding]], scope: Scope) -> Detector:
    """Return the table's line for a detector module; its documentation is the function's docstring."""
    return Detector(about.name, about.bucket, about.severity, cleandoc(detect.__doc__ or ""), detect, scope)
