"""The static checks of a proposal done again on a new base, as far as its traces are still here."""

from dataclasses import replace

from ace.curator.checks.check import Check as DraftCheck
from ace.curator.draft import Draft
from ace.cycle.analyze_run import Analysis, Recording, analyze, analyze_run
from ace.cycle.check_sealed import check_sealed, read_sealed
from ace.cycle.draft_changes import check_input, checker, curator_input
from ace.review.evidence import Check, EvidenceRecord
from ace.runs.run_record import LoadedRun, load_run
from ace.session import Session
from analyzers.clusters.cluster import Cluster
from runtime.contracts.playbook import Playbook
from runtime.rules.load_reviewed import injectable

# Decided from the playbook and the rule alone; all others ask the traces the draft came from.
_WITHOUT_TRACES = frozenset(
    {"safety", "schema", "id", "test", "duplicates", "prompt-budget", "words", "rejected", "held-out"}
)
# Of what a person undoes: it stood in the playbook before, and a person may do what no draft may.
_OF_A_PERSON = frozenset({"schema", "test", "prompt-budget"})
MAX_DETAIL = 2000


def recheck(session: Session, playbook: Playbook, draft: Draft, record: EvidenceRecord) -> tuple[Check, ...]:
    """Return the checks of `draft` on `playbook`. Where its traces are gone, those that need them are taken over from
    `record`, and say so.

    Raises: AceError, RuleError as drafting.
    """
    run = _run(session, record.run_id)
    rules = injectable(playbook, session.settings.agent)
    if run is None:
        found, cluster = analyze((), rules, session.settings.gate.success_severity), None
    else:
        found = analyze_run(session, run, rules, Recording(is_kept=False))
        cluster = find_cluster(found, record)
    has_traces = run is not None and (cluster is not None or record.cluster is None)
    checks = checks_of(session, playbook, _with_cluster(draft, cluster), (found, run if has_traces else None))
    rows = {check.name: _row(check) for check in checks}
    if record.is_by_person:
        return tuple(row for name, row in rows.items() if name in _OF_A_PERSON and (name != "test" or draft.test))
    if has_traces:
        return tuple(rows.values())
    kept = {check.name: _taken_over(check, record) for check in record.checks if check.name not in _WITHOUT_TRACES}
    return tuple(({name: row for name, row in rows.items() if name in _WITHOUT_TRACES} | kept).values())


def find_cluster(found: Analysis, record: EvidenceRecord) -> Cluster | None:
    """Return the cluster that a proposal answers, None where nothing of it is found."""
    wanted = record.cluster.id if record.cluster else None
    return next((cluster for cluster in found.clusters if cluster.id == wanted), None)


def checks_of(
    session: Session, playbook: Playbook, draft: Draft, seen: tuple[Analysis, LoadedRun | None]
) -> tuple[DraftCheck, ...]:
    """Return every static check of `draft`; `seen`: what was found in which run, None: no traces."""
    found, run = seen
    looked_at = check_input(
        session, curator_input(session, found, run.episodes if run is not None else (), playbook), playbook
    )
    checks = checker(session, looked_at)(draft)
    return (*checks, *check_sealed(draft, read_sealed(session, playbook)))


def _run(session: Session, run_id: str) -> LoadedRun | None:
    folder = session.workspace.runs / run_id
    return load_run(folder) if (folder / "run.json").is_file() else None


def _with_cluster(draft: Draft, cluster: Cluster | None) -> Draft:
    return replace(draft, cluster=cluster)


def _row(check: DraftCheck) -> Check:
    detail = f"{check.detail} ({check.value})" if check.value else check.detail
    return Check(name=check.name, ok=check.ok, detail=detail[:MAX_DETAIL])


def _taken_over(check: Check, record: EvidenceRecord) -> Check:
    base = record.measured.base if record.measured else record.base
    note = f"as of {base[:12]}; its traces are not here"
    detail = check.detail if note in check.detail else f"{check.detail} ({note})".strip()
    return check.model_copy(update={"detail": detail[:MAX_DETAIL]})
