"""What a reviewer who is no statistician must be told: the verdict in words, what to do next, what words mean. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.review.change_words import BY_PERSON, is_tidying, verdict_words
from ace.review.check_figures import CONFIRM_E, MIN_CONFIRM_CASES
from ace.review.diff_options import DiffOptions
from ace.review.evidence import EvidenceRecord
from ace.review.proposal_branches import Proposal
from ace.review.report import DiffItem, DiffReport
from ace.review.trial_text import VERDICT_METRIC, effect_rows, figure_rows

# `harmful` says so whatever the change was meant to do; the others are said of a change that should help.
_IN_WORDS = {
    "confirmed": "on held-out samples clearly more cases got better than worse",
    "promising": "worth a look, not proved on held-out samples",
    "insufficient evidence": "too little was tried to tell it from chance",
    "no effect": "enough was tried, and nothing got better on balance",
    "harmful": "something got worse; do not merge it without understanding why",
    "undecided: infrastructure": "the trials did not run to an end, so nothing is said of the rule",
}
# The label of a step that says how to merge: nothing is in the way.
READY = "ready"
_WORTH_MERGING = frozenset({"confirmed", "promising"})
_LEGEND = (
    "solved: the goal was reached. success: solved, and nothing serious went wrong. failed: no success.",
    "held-out: samples that the author of the change never saw. development: those it was drafted from.",
    "change: in percentage points, with its 95% interval.",
)
_E_WORDS = f" e: evidence against chance; a proof takes {CONFIRM_E:g}."
_P_WORDS = " p: how often chance alone does as well; on the samples it was drafted from it proves nothing."


class NextStep(NamedTuple):
    """Why a proposal cannot simply be merged, `label` in one word, and what to do about it; "ready": it can."""

    label: str
    text: str


def verdict_line(item: DiffItem) -> str:
    """Return the verdict and what it means as one line; empty where there is none to give."""
    verdict = item.verdict
    if not verdict:
        return "" if item.problems or item.proposal else "not measured: no evidence came with this change"
    simulated = " (simulated: no figure is about a real model)" if item.simulated else ""
    if item.problems:
        return f"{verdict}{simulated}: what it says of itself does not hold; read the problems first"
    record = item.evidence
    tidies = record is not None and verdict != "harmful" and is_tidying(record.op, record.cluster is not None)
    said = verdict_words(record, verdict) if record else verdict
    if said == BY_PERSON:
        return said
    failed = f"; guard failed: {', '.join(item.failed_guards)}" if item.failed_guards else ""
    meaning = "" if tidies else f": {_meaning(record, verdict)}".rstrip(": ")
    lacks = f" ({'; '.join(missing)})" if record and (missing := _missing_proof(record)) else ""
    return f"{said}{simulated}{meaning}{lacks}{failed}"


def _meaning(record: EvidenceRecord | None, verdict: str) -> str:
    if record is not None and _is_of_other_rules(record):
        return "what it does beside the present rules nobody measured"
    return _IN_WORDS.get(verdict, "")


def _is_of_other_rules(record: EvidenceRecord) -> bool:
    return record.measured is not None and record.measured.other_rules


def needs_reason(item: DiffItem, options: DiffOptions) -> bool:
    """Return True when the record's own paragraph is to be shown: it holds more figures than a first look needs."""
    record = item.evidence
    is_given_as_why = record is not None and record.is_by_person and record.cluster is None
    is_old = record is not None and _is_of_other_rules(record)
    return not is_given_as_why and (options.traces or not (is_old or item.verdict in {"confirmed", "promising"}))


def _missing_proof(record: EvidenceRecord) -> list[str]:
    """Return what a promising change lacks of a proof, as clauses."""
    if record.verdict != "promising":
        return []
    row = next((row for row in record.trials if (row.stage, row.metric) == ("held-out", VERDICT_METRIC)), None)
    if row is None:
        return ["no held-out sample was tried"]
    cases = row.n if row.cases is None else row.cases
    lines = [f"{cases} held-out cases, and a proof takes {MIN_CONFIRM_CASES}"] if cases < MIN_CONFIRM_CASES else []
    if row.e_value is not None and row.e_value < CONFIRM_E:
        lines.append(f"e {row.e_value:.3g}, and it takes {CONFIRM_E:g}")
    lines += [f"guard {guard.name} is undecided" for guard in record.guards if guard.status == "undecided"]
    return lines


def next_steps(report: DiffReport, item: DiffItem) -> list[NextStep]:
    """Return what stands between `item` and a merge, and the way round it; the command for what is ready to be merged.

    Of what is merged already, or rejected, it says so.

    A branch that a person worked on is theirs: then the reviewed branch is merged into it by hand.
    """
    proposal = item.proposal
    if proposal is None or proposal.problem:
        return []
    if proposal.is_merged:
        return [NextStep("merged", f"{report.base_name} holds it already")]
    if proposal.is_rejected:
        return [NextStep("rejected", f"`ace unreject {proposal.id}` takes the decision back")]
    base = report.base_name
    is_ours = proposal.is_untouched
    again = f"`ace refresh {proposal.id}`" if is_ours else f"merge {base} into the branch by hand"
    steps: list[NextStep] = []
    if item.is_stale:
        moved = f"measured on {proposal.base[:7]}; {base} is at {report.base_commit[:7]}"
        todo = f"{again} does it again there (--judge measures again, too)" if is_ours else again
        steps.append(NextStep("stale", f"{moved}. Next: {todo}"))
    elif item.evidence is not None and _is_of_other_rules(item.evidence) and is_ours:
        todo = f"`ace refresh {proposal.id} --judge` measures it again"
        steps.append(NextStep("outdated", f"its figures are of other rules than are in the prompt now. Next: {todo}"))
    for other in item.conflicts:
        todo = f"{again}; where that cannot, merge by hand" if other == base and is_ours else again
        todo = todo if other == base else f"merge one of the two, then for the other {again}"
        steps.append(NextStep("conflict", f"cannot be merged with {other}. Next: {todo}"))
    if not is_ours:
        steps.append(NextStep("edited", "a person has worked on this branch"))
    if not steps and _is_worth_merging(item):
        steps.append(NextStep(READY, f"`{merge_command(proposal)}` on {base} takes it"))
    return steps


def merge_command(proposal: Proposal) -> str:
    """Return the command that merges `proposal` into the branch that is checked out."""
    return f"git merge --no-ff {proposal.branch}"


def _is_worth_merging(item: DiffItem) -> bool:
    return item.verdict in _WORTH_MERGING and not (item.failed_guards or item.problems)


def rejected_words(rejected: Sequence[Proposal]) -> str:
    """Return how many proposals are rejected and still have a branch, and how to delete that; empty for none."""
    if not rejected:
        return ""
    here = " ".join(item.branch for item in rejected if not item.remote)
    there = [item for item in rejected if item.remote]
    commands = [f"git branch -D {here}"] if here else []
    # Where it is gone there, a fetch says so here.
    commands += [f"git push {item.remote} --delete {item.name}, or git fetch --prune {item.remote}" for item in there]
    whose = "its branch still exists" if len(rejected) == 1 else "their branches still exist"
    return f"{len(rejected)} rejected, {whose}: {'; '.join(commands)}"


def legend(report: DiffReport, *, everything: bool) -> tuple[str, ...]:
    """Return what the words of the figures mean, of e and p those that are shown; `everything`: every row is."""
    records = [item.evidence for item in report.items if item.evidence is not None]
    rows = [row for record in records for row in (figure_rows(record) if everything else effect_rows(record))]
    shown = {row.evidence[:1] for row in rows}
    *first, last = _LEGEND
    return (*first, last + (_E_WORDS if "e" in shown else "") + (_P_WORDS if "p" in shown else ""))


def has_figures(report: DiffReport) -> bool:
    """Return True when any figure of `report` needs the words of `legend`."""
    return any(item.evidence is not None and item.evidence.trials for item in report.items)
