"""The clusters of a recorded run as a curator sees them, and the static check of its drafts."""

from dataclasses import replace

from ace.bench.curator import Source
from ace.cycle.analyze_run import Recording, analyze_run
from ace.cycle.draft_changes import check_input, checker, curator_input
from ace.errors import AceError
from ace.runs.run_record import load_run
from ace.session import Session


def curator_source(session: Session, run: str, clusters: int | None) -> Source:
    """Return the born clusters of `run`, most urgent first, at most `clusters` of them; nothing is recorded.

    Raises: AceError when the run has no cluster to draft from, or as `load_run` and `Session.playbook`.
    """
    loaded = load_run(session.workspace.run_folder(run, session.settings.agent))
    playbook = session.playbook()
    analysis = analyze_run(session, loaded, session.rules_for({loaded.record.agent}), Recording(is_kept=False))
    seen = curator_input(session, analysis, loaded.episodes, playbook)
    seen = replace(seen, clusters=seen.clusters[:clusters])
    if not seen.clusters:
        raise AceError(f"{loaded.record.run}: no cluster is large enough to draft from; run more samples (`ace run`)")
    check = checker(session, check_input(session, seen, playbook))
    return Source(loaded.record.run, loaded.record.simulated, seen, check)
