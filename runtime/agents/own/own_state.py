"""What has happened in an episode of a person's own agent, as conditions see it."""

from dataclasses import dataclass, field

from runtime.agents.own.own_action import OwnAction
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import RETRYABLE, ToolCall, ToolCard
from runtime.state.repeats import count_repeats


@dataclass
class History:
    """The steps of one episode so far: how many, the calls in order, the texts that were said."""

    steps: int = 0
    names: list[str] = field(default_factory=list)
    cards: list[ToolCard | None] = field(default_factory=list)
    answered: list[ToolCall] = field(default_factory=list)
    said: list[list[str]] = field(default_factory=list)

    def add(self, action: OwnAction, card: ToolCard | None) -> None:
        """Take in one step that happened."""
        self.steps += 1
        if action.is_call:
            self.names.append(action.name)
            self.cards.append(card)
            # A call that timed out or met a failing server may be tried again: asking twice is no repeat there.
            if card is None or card.error_class not in RETRYABLE:
                self.answered.append(ToolCall(str(self.steps), action.name, action.arguments))
        elif action.text.strip():
            self.said.append(action.text.lower().split())

    def add_stopped(self) -> None:
        """Take in a decision that a gate stopped: it was taken, and nothing came of it."""
        self.steps += 1

    def repeats(self, action: OwnAction) -> int:
        """Return how often the action was taken before: alike calls, or texts in the same words."""
        if action.is_call:
            return count_repeats(action.name, action.arguments, self.answered)
        return self.said.count(action.text.lower().split())

    def view(self, declared: JsonObject) -> JsonObject:
        """Return the `state` variable. A call without a result counts as called and not as failed."""
        last = self.cards[-1] if self.cards else None
        failed = {card.name for card in self.cards if card is not None and not card.ok}
        return {
            "step": self.steps,
            "tools": {
                "called": list(self.names),
                "last": self.names[-1] if self.names else "",
                "last_ok": last.ok if last is not None else True,
                "last_error": str(last.error_class or "") if last is not None else "",
                "failed": sorted(failed),
            },
            **declared,
        }
