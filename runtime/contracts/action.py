"""What a tutor may do in one step, as one JSON object."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from runtime.contracts.json_types import JsonObject, canonical_json

ActionKind: TypeAlias = Literal[
    "ASK_PROBE", "HINT", "MICROLESSON", "QUIZ", "REQUEST_TOOL", "REVEAL_ANSWER", "SAFETY_REFUSE"
]
ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
RESPONSES: frozenset[ActionKind] = frozenset({"ASK_PROBE", "HINT", "MICROLESSON", "QUIZ"})
MAX_HINT_LEVEL = 3


@dataclass(frozen=True)
class Action:
    """One proposed or taken action.

    `text` is what the student reads; `tool` and `arguments` belong to REQUEST_TOOL; `hint_level` is 1-3 or 0.
    """

    kind: ActionKind
    text: str = ""
    tool: str = ""
    arguments: JsonObject = field(default_factory=dict)
    hint_level: int = 0
    reason: str = ""

    @property
    def name(self) -> str:
        """What rule conditions call `action.name`: the tool's name for a tool request, else the kind."""
        return self.tool if self.kind == "REQUEST_TOOL" else self.kind

    def with_hint(self, level: int, text: str) -> "Action":
        """Return this action turned into a hint of `level`."""
        return replace(self, kind="HINT", hint_level=level, text=text, tool="", arguments={})

    def to_json(self) -> JsonObject:
        """Return the action as the JSON object a controller writes; empty fields are left out."""
        out: JsonObject = {"action": self.kind}
        if self.text:
            out["text"] = self.text
        if self.kind == "REQUEST_TOOL":
            out |= {"tool": self.tool, "arguments": self.arguments}
        if self.hint_level:
            out["hint_level"] = self.hint_level
        if self.reason:
            out["reason"] = self.reason
        return out

    def call_key(self) -> str:
        """Return what makes two tool requests the same call: name and canonical arguments."""
        return f"{self.tool}:{canonical_json(self.arguments)}"
