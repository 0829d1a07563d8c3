"""What became of each proposal at the forge."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from runtime.contracts.json_types import JsonObject

if TYPE_CHECKING:
    from ace.rejections.notice_closed import ClosedRequest

Action: TypeAlias = Literal[
    "created", "updated", "unchanged", "commented", "closed", "merged", "pushed", "kept", "left", "failed"
]


@dataclass(frozen=True)
class RequestRow:
    """One proposal. `action`:

    created, updated, unchanged: its request; commented: only the comment of one that a person works on;
    closed, merged: what people did with it; pushed, kept: without a forge, at the remote or only here;
    left: not touched, and `detail` says why; failed: could not be done, and `detail` says why.

    `verdict` is what `ace diff` shows; `number` and `url` are of the request, 0 and empty where there is none;
    `pushed`: its branch was sent to the remote now, or in a dry run would be.
    """

    proposal: str
    branch: str
    action: Action
    verdict: str = ""
    number: int = 0
    url: str = ""
    pushed: bool = False
    detail: str = ""


@dataclass(frozen=True)
class OpenedRequests:
    """All of them. `forge`: none, github or gitlab; `remote` is empty where proposals stay here.

    `closed`: requests that people closed without merging; `rejected`: the rules of those that were not known as
    decisions before, and now are kept as rejections.
    """

    forge: str
    project: str
    remote: str
    is_dry_run: bool
    rows: tuple[RequestRow, ...]
    closed: tuple["ClosedRequest", ...] = ()
    rejected: tuple[str, ...] = ()

    @property
    def has_failed(self) -> bool:
        """True when a row could not be done."""
        return any(row.action == "failed" for row in self.rows)

    def to_json(self) -> JsonObject:
        """Return it as one JSON object."""
        return {
            "schema_version": 1,
            "forge": self.forge,
            "project": self.project or None,
            "remote": self.remote or None,
            "dry_run": self.is_dry_run,
            "requests": [_row_json(row) for row in self.rows],
            "closed": [
                {"proposal": one.proposal_id, "reason": one.reason, "by": one.by, "url": one.url} for one in self.closed
            ],
            "rejected": list(self.rejected),
        }


def _row_json(row: RequestRow) -> JsonObject:
    return {
        "proposal": row.proposal,
        "branch": row.branch,
        "action": row.action,
        "verdict": row.verdict,
        "number": row.number or None,
        "url": row.url or None,
        "pushed": row.pushed,
        "detail": row.detail,
    }
