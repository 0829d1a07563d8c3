"""The life of a rule as lines. Pure; rule text and names are written by strangers and printed as data."""

from ace.rejections.list_text import until
from ace.report.rule_log import RuleEvent, RuleLog
from ace.report.rule_log_events import BranchCommit
from ace.report.rule_log_figures import Figures, figures_of
from ace.report.rule_log_measured import Measured
from ace.review.commit_message import SUBJECT
from ace.review.fingerprint import proposal_id
from ace.review.inline_diff import marked_text
from ace.text.counted import counted
from ace.text.visible_text import escape_text

_INDENT = " " * 22
_MOST_CHARS = 400


def rule_log_text(log: RuleLog) -> str:
    """Return the log, oldest first: a block an event, then what is open, what was measured later, what was rejected."""
    lines = [_head(log)]
    if log.is_shallow:
        lines.append("note: the history is cut here (shallow clone); git fetch --unshallow shows all of it")
    for event in log.events:
        lines += _event(event)
    for one in log.open:
        note = "simulated, " if one.simulated else ""
        lines.append(
            f"open        proposal   {one.op} ace/p/{one.id}: {note}{escape_text(one.verdict)}; `ace diff {one.id}`"
        )
    lines += [_measured(one) for one in log.measured]
    for rejection in log.rejections:
        mark = proposal_id(rejection.fingerprint)
        why = escape_text(" ".join(rejection.reason.split()))
        said = f"{rejection.op} ace/p/{mark} by {escape_text(rejection.by)}, {until(rejection, log.today)}: {why}"
        lines.append(f"{rejection.date}  rejected   {said}")
    return "\n".join(lines) + "\n"


def _head(log: RuleLog) -> str:
    edits = sum(event.kind == "edited" for event in log.events)
    people = sum(event.kind == "edited" and event.origin != "proposal" for event in log.events)
    if not log.events:
        place = f"never on {log.branch}"
    elif log.is_there:
        place = f"on {log.branch}: {log.events[-1].at.path}"
    else:
        place = f"deleted from {log.branch}; its id is never used again"
    by = f", {people} of them by a person" if edits else ""
    return f"{log.rule_id}   {escape_text(place)}   {counted(edits, 'edit')}{by}"


def _event(event: RuleEvent) -> list[str]:
    commit = event.at.commit
    lines = [f"{commit.when[:10]}  {event.kind:<9}  {_from(event)}"]
    if event.at.moved_from:
        lines.append(f"{_INDENT} moved from {escape_text(event.at.moved_from)}")
    if event.unreadable:
        lines.append(f"{_INDENT} its file cannot be read as a rule on one side; git show {commit.commit[:12]}")
    for field in event.fields:
        lines.append(f"{_INDENT} {field.name:<9} {_cut(escape_text(marked_text(field.before, field.after)))}")
    if event.evidence is not None:
        lines += [f"{_INDENT} {line}" for line in _figures(figures_of(event.evidence))]
    return lines


def _from(event: RuleEvent) -> str:
    commit, record = event.at.commit, event.evidence
    who = f"{escape_text(commit.author)} in {commit.commit[:12]}"
    if record is None:
        verb = "merged by" if len(commit.parents) > 1 else "by"
        return f"{verb} {who} (a person's own change): {_cut(escape_text(commit.subject))}"
    cluster = record.cluster
    born = "no failure"
    if cluster:
        size = f"{counted(cluster.failures, 'failure')} in {counted(cluster.samples, 'sample')}"
        born = f"cluster {escape_text(cluster.id)}, {size}"
    proposed = f", proposed {event.proposed[:10]}" if event.proposed else ""
    edited = "" if event.origin == "proposal" else "; A PERSON CHANGED IT before the merge"
    return (
        f"{record.op} ace/p/{record.proposal}: {born}, run {escape_text(record.run_id)}{proposed}; "
        f"{_put_there(commit)}{edited}"
    )


def _put_there(commit: BranchCommit) -> str:
    """Return who brought a proposal's commit to the branch, where git knows that."""
    if len(commit.parents) > 1:
        return f"merged by {escape_text(commit.author)} in {commit.commit[:12]}"
    if SUBJECT.fullmatch(commit.subject) and commit.author == commit.committer:
        return f"merged by fast-forward in {commit.commit[:12]}: git does not record who (git merge --no-ff does)"
    return f"put on the branch by {escape_text(commit.committer)} in {commit.commit[:12]}"


def _figures(found: Figures) -> list[str]:
    mark = " (simulated: no figure is about a real model)" if found.simulated else ""
    lines = [f"verdict   {found.verdict}{mark}"]
    for row in found.rows:
        evidence = f", e {row.e_value:.3g}" if row.e_value is not None else ""
        evidence += f", p {row.p_value:.3g}" if row.p_value is not None and row.e_value is None else ""
        change = f"{100 * (row.after - row.before):+.1f}"
        rates = f"{row.before:.1%} -> {row.after:.1%} ({change})"
        lines.append(f"{row.stage:<11} {escape_text(row.metric)} {rates}, n={row.n}{evidence}")
    return lines


def _measured(one: Measured) -> str:
    mark = ", simulated" if one.simulated else ""
    rates = (
        f", {one.before:.1%} without it, {one.after:.1%} with it"
        if one.before is not None and one.after is not None
        else ""
    )
    size = f"n={one.n}{rates}; " if one.n else ""
    what = f"{one.word} ({size}{escape_text(one.controller)}{mark}; run {escape_text(one.run)})"
    kind = {"confirmation": "held-out", "left out": "ablation"}.get(one.kind, one.kind)
    return f"{one.when[:10]}  {kind:<9}  {escape_text(what)}"


def _cut(text: str) -> str:
    return (
        text if len(text) <= _MOST_CHARS else f"{text[:_MOST_CHARS]}... and {len(text) - _MOST_CHARS} characters more"
    )
