"""What `ace diff` has to say, before any format: the base, the proposals, and the plan they add up to. Pure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ace.playbook.merge_fields import is_merged
from ace.review.change_words import BY_PERSON
from ace.review.diff_model import RuleChange
from ace.review.evidence import EvidenceRecord
from ace.review.proposal_branches import Proposal
from ace.review.stage_text import failed_guards
from runtime.contracts.rule import Rule


@dataclass(frozen=True)
class DiffItem:
    """One proposal, or one rule of a commit range (then `proposal` is None), or one merge: what is kept comes first.

    `other_files` are changed files that are neither a rule, its test, nor this proposal's evidence: a reviewer must
    see them. `conflicts` names the branches it cannot be merged with. `problems` says what could not be read, and why
    the evidence is none for what is changed here.
    """

    proposal: Proposal | None
    changes: tuple[RuleChange, ...] = ()
    evidence: EvidenceRecord | None = None
    other_files: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def merged_into(self, change: RuleChange) -> str:
        """Return the rule that `change`, a deletion, is merged into; empty for every other change."""
        record = self.evidence
        kept = next((one.after for one in self.changes if record and one.rule_id == record.rule_id), None)
        is_merge = record is not None and change.kind == "deleted" and change.rule_id in record.merged
        return kept.id if is_merge and kept is not None and is_merged(kept, [change.rule_id]) else ""

    @property
    def merged_rules(self) -> tuple[Rule, ...]:
        """The rules that are merged into another, as they were."""
        return tuple(one.before for one in self.changes if one.before is not None and self.merged_into(one))

    @property
    def is_stale(self) -> bool:
        """True when the reviewed branch has moved since this was measured; never of what it holds already."""
        proposal = self.proposal
        return proposal is not None and not (
            proposal.problem or proposal.is_fresh or proposal.is_merged or proposal.is_rejected
        )

    @property
    def verdict(self) -> str:
        """The verdict of the evidence, else of the commit's trailer, else empty.

        With a problem it is only what was said: `unverified (says confirmed)`.
        """
        trailer = self.proposal.verdict if self.proposal else ""
        said = self.evidence.verdict if self.evidence else trailer
        return f"unverified (says {said})" if said and self.problems else said

    @property
    def said(self) -> str:
        """The verdict in the few words of a list: also where nobody measured, or where it must be judged again."""
        record = self.evidence
        if record is None or self.problems:
            return self.verdict
        if record.is_by_person:
            return BY_PERSON
        measured = record.measured
        if measured is not None and measured.other_rules and measured.verdict != record.verdict:
            return f"{measured.verdict}, to be judged again (ace refresh --judge {record.proposal})"
        return self.verdict

    @property
    def failed_guards(self) -> tuple[str, ...]:
        """The guards that failed, by name: what must not get worse, and did."""
        return failed_guards(self.evidence) if self.evidence else ()

    @property
    def simulated(self) -> bool:
        """True when any figure of this item comes from a simulated part."""
        return bool((self.evidence and self.evidence.is_simulated) or (self.proposal and self.proposal.simulated))


class Plan(NamedTuple):
    """How many rules would be added, changed (whatever in them: place, id, order, gate) and deleted, and how often
    each verdict was given. `merged` counts those of the deleted that another rule does for.

    `unreadable` counts rules that are none of these because they cannot be read, `problems` the items that have any.
    """

    add: int
    change: int
    delete: int
    verdicts: tuple[tuple[str, int], ...]
    simulated: int
    unreadable: int
    problems: int
    merged: int = 0


@dataclass(frozen=True)
class DiffReport:
    """`base_name` at `base_commit`; `head` is empty unless the report is of a commit range.

    `run` is the run whose proposals alone are shown, empty for any. `rejected`: not shown, since a person's decision
    stands against them, though their branches are still there.
    """

    base_name: str
    base_commit: str
    is_fresh: bool
    items: tuple[DiffItem, ...]
    head: str = ""
    run: str = ""
    rejected: tuple[Proposal, ...] = ()

    @property
    def plan(self) -> Plan:
        """What merging every item would do."""
        kinds = Counter(change.kind for item in self.items for change in item.changes)
        verdicts = Counter(item.said.partition(" (ace ")[0] for item in self.items if item.verdict)
        return Plan(
            add=kinds["added"],
            change=sum(count for kind, count in kinds.items() if kind not in {"added", "deleted", "unreadable"}),
            delete=kinds["deleted"],
            verdicts=tuple(sorted(verdicts.items())),
            simulated=_count(item.simulated for item in self.items),
            unreadable=kinds["unreadable"],
            problems=_count(bool(item.problems) for item in self.items),
            merged=_count(bool(item.merged_into(change)) for item in self.items for change in item.changes),
        )


def exit_code(report: DiffReport) -> int:
    """Return what `--exit-code` exits with: 0 nothing to review, 2 changes.

    Graver ones come first: 1 something has a problem, 3 a proposal is harmful or a guard of it failed, 4 one is stale
    or in conflict.
    """
    if any(item.problems for item in report.items):
        return 1
    if any(item.verdict == "harmful" or item.failed_guards for item in report.items):
        return 3
    if any(item.is_stale or item.conflicts for item in report.items):
        return 4
    return 2 if report.items else 0


def _count(values: Iterable[bool]) -> int:
    return sum(1 for value in values if value)
