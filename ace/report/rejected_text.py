"""What `ace reject` and `ace unreject` say: one line of what happened, one of how to share it. Pure."""

from ace.rejections.reject_proposal import Rejected
from ace.rejections.rejected_branch import BRANCH
from ace.rejections.withdraw import Withdrawn
from ace.rejections.write_rejection import rejection_path
from ace.review.fingerprint import proposal_id
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

_STAYS = {False: "its branch stays", True: "the decision is kept, but its branch still stands"}


def rejected_text(done: Rejected, reviewed: str, remote: str) -> str:
    """Return the outcome in words; `reviewed`: the reviewed branch's name; `remote`: whom to share it with, "" for
    nobody."""
    one = done.rejection
    until = f"until {one.expires}" if one.expires else "for good"
    what = f"rejected {until}: {one.op} {one.rule} (ace/p/{proposal_id(one.fingerprint)}), by {escape_text(one.by)}"
    branch = "its branch is deleted" if not done.kept else f"{_STAYS[done.has_failed]}: {escape_text(done.kept)}"
    if done.work:
        branch += f" (a person's work on it: git branch NAME {done.work[:12]})"
    again = f"; before: {escape_text(' '.join(done.before.reason.split()))}" if done.before else ""
    return f"{what}; {branch}{again}\n{_where(done.commit, one.fingerprint, done.shared, (reviewed, remote))}"


def withdrawn_text(done: Withdrawn, reviewed: str, remote: str) -> str:
    """Return the outcome in words; `reviewed` and `remote` as in `rejected_text`."""
    one = done.rejection
    mark = proposal_id(one.fingerprint)
    reopen = f"; to open it as it was: git branch ace/p/{mark} {done.opened[:12]}" if done.opened else ""
    what = f"withdrawn: {one.op} {one.rule} (ace/p/{mark}) may be proposed again{reopen}"
    return f"{what}\n{_where(done.commit, one.fingerprint, done.shared, (reviewed, remote))}"


def rejected_json(done: Rejected) -> JsonObject:
    """Return the outcome as a JSON object."""
    return {
        **_json(done.rejection.model_dump(mode="json"), done.commit, done.shared),
        "replaces": done.before.model_dump(mode="json") if done.before else None,
        "branch_deleted": not done.kept,
        "branch_kept_because": done.kept or None,
        "work_deleted": done.work or None,
    }


def withdrawn_json(done: Withdrawn) -> JsonObject:
    """Return the outcome as a JSON object."""
    fields = _json(done.rejection.model_dump(mode="json"), done.commit, done.shared)
    return {**fields, "opened_at": done.opened or None}


def _json(rejection: JsonObject, commit: str, shared: str) -> JsonObject:
    mark = str(rejection["fingerprint"])
    return {
        "schema_version": 1,
        "proposal": proposal_id(mark),
        "path": rejection_path(mark),
        "branch": BRANCH,
        "commit": commit,
        "shared": shared or None,
        "rejection": rejection,
    }


def _where(commit: str, mark: str, shared: str, where: tuple[str, str]) -> str:
    reviewed, remote = where
    push = f"git push {remote} {BRANCH}, or merge it" if remote else "merge it"
    none = "" if remote else "; no remote is configured"
    how = shared or f"share it: {push} into {escape_text(reviewed)}{none}"
    return f"kept in {rejection_path(mark)} on branch {BRANCH} at {commit[:12]}; {how}\n"
