"""Was a silent rule silent before it was there? A rule that is followed to the letter never comes to speak."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.errors import AceError
from ace.runs.run_record import LoadedRun, load_run
from ace.session import Session
from ace.workspace import IMPORT_RUN, TUTOR_RUN
from runtime.contracts.rule import Rule

MOST_RUNS = 10


class Earlier(NamedTuple):
    """Decisions recorded without a rule, and on how many of them its condition speaks."""

    decisions: int = 0
    spoke: int = 0


NO_DECISION = Earlier()


def spoke_without(session: Session, run: LoadedRun, rules: Sequence[Rule]) -> Mapping[str, Earlier]:
    """Return for each of `rules` what it says of decisions recorded without it, by id; no model is asked.

    Those of the ten newest development runs of the same agent that lack a rule of `rules`; a run that cannot be read
    says nothing.
    """
    out = {rule.id: NO_DECISION for rule in rules}
    looked_at = 0
    for folder in sorted(session.workspace.runs.glob("r-*"), reverse=True) if rules else ():
        if looked_at == MOST_RUNS:
            break
        if folder == run.folder or folder.name.startswith((TUTOR_RUN, IMPORT_RUN)):
            continue
        try:
            earlier = load_run(folder)
        except AceError:
            continue
        record = earlier.record
        absent = [rule for rule in rules if rule.id not in record.rules]
        if not absent or record.agent != run.record.agent or record.split != "dev":
            continue
        looked_at += 1
        verdicts = DecisionVerdicts({episode.header.episode: episode for episode in earlier.episodes})
        for rule in absent:
            decisions, spoke = out[rule.id]
            out[rule.id] = Earlier(decisions + len(verdicts.decisions), spoke + len(verdicts.of_rule(rule)))
    return out
