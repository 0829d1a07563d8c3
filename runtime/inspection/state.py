"""The inspector's state: frozen, changed only by the functions beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from runtime.contracts.state import Budgets, Message, Spent, Terminal
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.inspection.types import Candidate, Measures


@dataclass(frozen=True)
class InspectorState:
    """Everything the next decision may depend on. `candidates` is None before they were looked for.

    `rejections`: reports the check has sent back. `messages`: what was said since the instructions, oldest first.
    """

    image_ref: str
    messages: tuple[Message, ...] = ()
    candidates: tuple[Candidate, ...] | None = None
    measured: Mapping[int, Measures] = field(default_factory=dict)
    calls: tuple[ToolCall, ...] = ()
    cards: tuple[ToolCard, ...] = ()
    rejections: int = 0
    spent: Spent = field(default_factory=Spent)
    budgets: Budgets = field(default_factory=Budgets)
    terminal: Terminal | None = None

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the candidates found so far."""
        return tuple(candidate.id for candidate in self.candidates or ())

    @property
    def unmeasured(self) -> tuple[int, ...]:
        """The ids of candidates that were found and not measured."""
        return tuple(name for name in self.ids if name not in self.measured)
