"""A rule's evidence against the recorded runs: do the cited episodes exist, and is the quote in them?"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ace.playbook.place import problem_at
from ace.text.counted import counted
from analyzers.evidence import texts_of
from analyzers.finding import Finding, quoted
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Evidence
from runtime.contracts.trace_event import Episode
from runtime.rules.problem import Problem


class RecordedRun(NamedTuple):
    """One run: its episodes by id, and what is found in them."""

    episodes: Mapping[str, Episode]
    findings: Sequence[Finding]


class EvidenceCheck(NamedTuple):
    """Errors, and a note that counts the evidence whose run is not here."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def check_rule_evidence(playbook: Playbook, runs: Sequence[RecordedRun]) -> EvidenceCheck:
    """Return what is wrong with the evidence of each rule.

    Evidence is of one run. Where that run is among `runs` (it has at least one of the cited episodes), every cited
    episode must be in it, and the hash must be that of a quote of its findings or of a text recorded in a cited
    episode. Evidence of which no run is here is counted in a note: nothing can be said of it.
    """
    problems: list[Problem] = []
    elsewhere = 0
    for file in playbook.files:
        for number, evidence in enumerate(file.rule.evidence):
            run = next((run for run in runs if any(name in run.episodes for name in evidence.traces)), None)
            elsewhere += run is None
            if run is not None:
                problems += _problems(file, number, evidence, run)
    note = f"{counted(elsewhere, 'piece')} of evidence not here to check: no run that was looked at has the episodes"
    return EvidenceCheck(tuple(sorted(problems)), (note,) if elsewhere else ())


def _problems(file: RuleFile, number: int, evidence: Evidence, run: RecordedRun) -> Iterator[Problem]:
    for place, name in enumerate(evidence.traces):
        if name not in run.episodes:
            message = f"evidence.{number}: episode {name} is not in the run that has the others; remove it"
            yield problem_at(file, ("evidence", number, "traces", place), "evidence-missing", "error", message)
    if evidence.quote_sha256 and not _is_quoted(evidence, run):
        message = f"evidence.{number}: no finding or text of the cited episodes has the quote {evidence.quote_sha256}"
        yield problem_at(file, ("evidence", number, "quote_sha256"), "evidence-quote", "error", message)


def _is_quoted(evidence: Evidence, run: RecordedRun) -> bool:
    # The first quote may be of an episode that is not among the few a rule lists: the findings are of the whole run.
    if any(finding.quote_sha256 == evidence.quote_sha256 for finding in run.findings):
        return True
    cited = (run.episodes[name] for name in evidence.traces if name in run.episodes)
    return any(_hash(quoted(text)) == evidence.quote_sha256 for episode in cited for text in texts_of(episode))


@lru_cache(maxsize=65536)
def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
