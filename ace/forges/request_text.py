"""Title, description and comment of a request. The description is the body that commit and terminal have, too. Pure."""

import re

from ace.review.body import change_lines, render_body
from ace.review.report import DiffItem
from ace.text.visible_text import escape_for_forge

# GitHub takes 65,536 characters in a body and 256 in a title; GitLab more in the one, 255 in the other with "Draft: ".
LONGEST_BODY = 65_000
LONGEST_TITLE = 240
_LONGEST_WARNINGS = 4_000
# GitLab obeys a line like `/merge` in a description or comment. Source: docs.gitlab.com, "GitLab quick actions".
_QUICK_ACTION = re.compile(r"(?m)^([ \t>*+-]*)/(?=[A-Za-z_])")


def is_confirmed(item: DiffItem) -> bool:
    """Return True when the verdict is `confirmed`, on real models, and nothing speaks against the evidence."""
    return item.verdict == "confirmed" and not item.simulated and not item.problems


def request_title(item: DiffItem) -> str:
    """Return one line of at most 240 characters: operation, rule, its title, and the verdict unless confirmed."""
    evidence = item.evidence
    own = next((one for one in item.changes if evidence and one.rule_id == evidence.rule_id), None)
    rule = (own.after or own.before) if own else None
    head = f"ace: {evidence.op} {evidence.rule_id}" if evidence else "ace: a proposal without evidence"
    notes = [] if item.verdict == "confirmed" else [item.verdict or "no verdict"]
    notes += ["simulated"] if item.simulated else []
    tail = escape_for_forge(f" ({', '.join(notes)})" if notes else "")
    said = escape_for_forge(f": {rule.title}") if rule and rule.title else ""
    room = LONGEST_TITLE - len(head) - len(tail)
    if len(said) > room:
        said = said[: max(0, room - 3)] + "..."
    return f"{head}{said}{tail}"[:LONGEST_TITLE]


def request_body(item: DiffItem) -> str:
    """Return the description of under 65,000 characters: what is wrong with the proposal, then its body."""
    warnings = _listed(_problem_lines(item))
    if item.evidence is None:
        lines = [line for change in item.changes for line in change_lines(change.before, change.after)]
        body = "\n".join(lines)
    else:
        rule_id = item.evidence.rule_id
        own = next((change for change in item.changes if change.rule_id == rule_id), None)
        before, after = (own.before, own.after) if own else (None, None)
        body = render_body(item.evidence, before, after, item.verdict, item.merged_rules)
    return without_quick_actions("\n\n".join(part for part in (warnings, body) if part)[:LONGEST_BODY])


def comment_marker(proposal: str) -> str:
    """Return the hidden line that the one comment of a proposal (12 hex digits) begins with."""
    return f"<!-- ace:proposal:{proposal} -->"


def request_comment(item: DiffItem, base: str, *, is_theirs: bool) -> str:
    """Return the comment: where the proposal stands now, and what a reviewer can do.

    It says nothing that changes by itself from day to day, so that an unchanged proposal has an unchanged comment.
    `is_theirs`: the branch at the remote holds a person's commits.
    """
    assert item.proposal is not None
    proposal = item.proposal
    state = "stale: that branch has moved since" if item.is_stale else "fresh"
    verdict = escape_for_forge(item.verdict or "no verdict")
    simulated = ", **simulated: no figure is about a real model**" if item.simulated else ""
    head = f"**{verdict}**{simulated}, measured on {_code(base)} at `{proposal.base[:12]}` ({state})."
    lines = [f"**conflict** cannot be merged together with {_code(other)}" for other in item.conflicts]
    lines += _problem_lines(item)
    if is_theirs:
        lines.append(
            f"**edited** a person has worked on this branch, so branch, title and description are left as they are; "
            f"the figures are those of `{proposal.commit[:12]}` as a cycle wrote it"
        )
    foot = (
        "Merge it, or close it with a comment that says why: what was closed is not proposed again, and the reason is "
        f"kept for the next drafts. In a terminal: `ace show {proposal.id}`, "
        f'`ace reject {proposal.id} --reason "..."`.'
    )
    parts = (comment_marker(proposal.id), head, _listed(lines), foot)
    return without_quick_actions("\n\n".join(part for part in parts if part))


def without_quick_actions(text: str) -> str:
    """Return `text` in which no line can be a command to GitLab; the slash is written as \\x2f."""
    return _QUICK_ACTION.sub(r"\1\\x2f", text)


def _problem_lines(item: DiffItem) -> list[str]:
    lines = [f"**problem** {escape_for_forge(line)}" for problem in item.problems for line in problem.split("\n")]
    return [*lines, *(f"**also changes** {_code(path)}, which is no rule" for path in item.other_files)]


def _listed(lines: list[str]) -> str:
    text = ""
    for kept, line in enumerate(lines):
        if len(text) + len(line) > _LONGEST_WARNINGS:
            return f"{text}- and {len(lines) - kept} more: `ace show` lists all"
        text += f"- {line}\n"
    return text.rstrip("\n")


def _code(text: str) -> str:
    return "`" + escape_for_forge(text).replace("`", "'") + "`"
