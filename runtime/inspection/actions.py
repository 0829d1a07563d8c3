"""What the inspector may do in one step, and what a report says of each candidate."""

import json
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from runtime.contracts.json_types import JsonObject

Verdict: TypeAlias = Literal["accept", "reject"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
# What `action.kind` can be. KEEP and DROP are the decisions a report is made of, one a candidate: a rule speaks about
# each of them, as a gate it takes a kept candidate out.
KINDS = ("REQUEST_TOOL", "SUBMIT_REPORT", "KEEP", "DROP")
TOOL_NAMES = ("find_candidates", "measure_candidate", "view_candidate")
# What a rule's `otherwise` may name: a request or a report gives way to a tool, one candidate's decision to another.
# Which candidate to view is the model's to say, and no report can be put together for it.
STAND_INS = ("find_candidates", "measure_candidate", "KEEP", "DROP")


@dataclass(frozen=True)
class Look:
    """A request for one tool."""

    tool: str
    arguments: JsonObject = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return the proposal as traces hold it."""
        return {"action": "REQUEST_TOOL", "tool": self.tool, "arguments": self.arguments}


@dataclass(frozen=True)
class Report:
    """The final report: ids of the candidates held to be voids, `reject` when there are any, and why."""

    kept_ids: tuple[int, ...]
    verdict: Verdict
    reasons: str = ""

    def to_json(self) -> JsonObject:
        """Return the proposal as traces hold it."""
        kept: list[object] = list(self.kept_ids)
        return {"action": "SUBMIT_REPORT", "kept_ids": kept, "verdict": self.verdict, "reasons": self.reasons}


Proposal: TypeAlias = Look | Report


def as_written(proposal: Proposal) -> str:
    """Return a proposal as the model writes it."""
    if isinstance(proposal, Look):
        return json.dumps({"action": proposal.tool, **proposal.arguments}, ensure_ascii=False)
    report = {"kept_ids": list(proposal.kept_ids), "verdict": proposal.verdict, "reasons": proposal.reasons}
    return json.dumps({"action": "submit_report", **report}, ensure_ascii=False)
