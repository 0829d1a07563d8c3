"""The message of a proposal's commit: subject, body, and trailers that can be read back. Pure."""

import re
from collections.abc import Mapping
from typing import NamedTuple, get_args

from ace.review.evidence import EvidenceRecord
from runtime.contracts.rule import Verdict

SUBJECT = re.compile(r"ace: (add|edit|delete|merge) ([a-z0-9.-]+)")
_ALWAYS = ("ACE-Proposal", "ACE-Base", "ACE-Fingerprint", "ACE-Run", "ACE-Verdict")
TRAILERS = (*_ALWAYS, "ACE-Merged", "ACE-Simulated")
_MERGED = re.compile(r"[a-z0-9.-]+(, [a-z0-9.-]+)*")
_VERDICTS = frozenset(get_args(Verdict))


class MessageFacts(NamedTuple):
    """What a proposal's commit says about itself. `run_id` and `verdict` are what was written, not what was proved.

    `merged` are the rules that a merge takes away.
    """

    op: str
    rule_id: str
    proposal: str
    base: str
    fingerprint: str
    run_id: str
    verdict: str
    simulated: bool
    merged: tuple[str, ...] = ()


def proposal_message(record: EvidenceRecord, fingerprint: str, body: str) -> str:
    """Return the whole commit message. Trailers come last, so nothing a body quotes can stand in for them."""
    values: dict[str, str] = {
        "ACE-Proposal": record.proposal,
        "ACE-Base": record.base,
        "ACE-Fingerprint": fingerprint,
        "ACE-Run": record.run_id,
        "ACE-Verdict": record.verdict,
    }
    if record.merged:
        values["ACE-Merged"] = ", ".join(record.merged)
    if record.is_simulated:
        values["ACE-Simulated"] = "true"
    trailers = "\n".join(f"{name}: {value}" for name, value in values.items())
    return f"ace: {record.op} {record.rule_id}\n\n{body}\n\n{trailers}\n"


def read_message(subject: str, trailers: str) -> MessageFacts | None:
    """Return what a commit's subject and trailer block say, None when they are not those of a proposal."""
    match = SUBJECT.fullmatch(subject)
    values = _trailer_values(trailers)
    if match is None or not _is_complete(values) or not _is_of_op(match[1], values.get("ACE-Merged", "")):
        return None
    return MessageFacts(
        op=match[1],
        rule_id=match[2],
        proposal=values["ACE-Proposal"],
        base=values["ACE-Base"],
        fingerprint=values["ACE-Fingerprint"],
        run_id=values["ACE-Run"],
        verdict=values["ACE-Verdict"],
        simulated=values.get("ACE-Simulated") == "true",
        merged=tuple(name for name in values.get("ACE-Merged", "").split(", ") if name),
    )


def _trailer_values(trailers: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for line in trailers.split("\n"):
        name, colon, value = line.partition(": ")
        if colon and name in TRAILERS:
            values.setdefault(name, value.strip())
    return values


def _is_complete(values: Mapping[str, str]) -> bool:
    return (
        all(name in values for name in _ALWAYS)
        and re.fullmatch(r"[0-9a-f]{12}", values["ACE-Proposal"]) is not None
        and re.fullmatch(r"[0-9a-f]{40}|[0-9a-f]{64}", values["ACE-Base"]) is not None
        and values["ACE-Fingerprint"].startswith(values["ACE-Proposal"])
        and values["ACE-Verdict"] in _VERDICTS
    )


def _is_of_op(op: str, merged: str) -> bool:
    """Return True when the commit names rules that go if, and only if, it is a merge."""
    return _MERGED.fullmatch(merged) is not None if op == "merge" else not merged
