"""All rejections as lines and as JSON. Pure."""

from collections.abc import Iterable

from ace.rejections.rejection import Rejection
from ace.review.fingerprint import proposal_id
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import FIRST_AGENT

SCHEMA_VERSION = 1


def rejections_text(rejections: Iterable[Rejection], today: str) -> str:
    """Return the rejections, newest first, two lines each: what, until when and by whom; then why."""
    listed = _newest_first(rejections)
    if not listed:
        return "nothing is rejected; `ace reject PROPOSAL --reason ...` rejects a proposal\n"
    active = sum(one.stands(today) for one in listed)
    lines = [f"{counted(len(listed), 'rejection')}, {active} of them in force on {today}"]
    for one in listed:
        what = f"{one.op:<6}  {one.rule}" + (f" (merging {', '.join(one.merged)})" if one.merged else "")
        # Nothing is said where there is but the one agent that ids do not name either.
        what += f" (agent {escape_text(one.agent)})" if one.agent != FIRST_AGENT else ""
        lines.append(f"{proposal_id(one.fingerprint)}  {what}  {one.date}  {escape_text(one.by)}  {until(one, today)}")
        lines.append(f"    {escape_text(' '.join(one.reason.split()))}")
    return "\n".join(lines) + "\n"


def until(rejection: Rejection, today: str) -> str:
    """Return until when it counts, in words, or that it does not count any more."""
    if rejection.withdrawn:
        return f"WITHDRAWN on {rejection.withdrawn}"
    if rejection.expires is None:
        return "for good"
    return f"until {rejection.expires}" if rejection.stands(today) else f"EXPIRED on {rejection.expires}"


def rejections_json(rejections: Iterable[Rejection], today: str) -> JsonObject:
    """Return the rejections, newest first, as one JSON object."""
    return {
        "schema_version": SCHEMA_VERSION,
        "rejections": [rejection_json(one, today) for one in _newest_first(rejections)],
    }


def rejection_json(rejection: Rejection, today: str) -> JsonObject:
    """Return one rejection: all of its fields, its id, and whether it is in force on `today`."""
    fields: JsonObject = rejection.model_dump(mode="json")
    state = "withdrawn" if rejection.withdrawn else "in force" if rejection.stands(today) else "expired"
    return {"proposal": proposal_id(rejection.fingerprint), "state": state, **fields}


def _newest_first(rejections: Iterable[Rejection]) -> list[Rejection]:
    return sorted(rejections, key=lambda one: (one.withdrawn or one.date, one.fingerprint), reverse=True)
