"""A proposal judged again under the rules that are in force now."""

from dataclasses import replace

from ace.curator.draft import Draft
from ace.curator.evidence_tests import evidence_of
from ace.cycle.analyze_run import Recording, analyze_run
from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.judge_counted import judge_counted
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.proposal_checks import checks_of, find_cluster
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposal_replay import CannotReplayError
from ace.errors import AceError
from ace.review.evidence import EvidenceRecord
from ace.runs.run_record import LoadedRun, load_run
from ace.session import Session
from analyzers.clusters.cluster import Cluster
from runtime.contracts.playbook import Playbook
from runtime.rules.load_reviewed import injectable


def judge_again(
    session: Session, playbook: Playbook, draft: Draft, record: EvidenceRecord, hooks: JudgeHooks
) -> tuple[ProposalContext, Judgement]:
    """Return the judgement of `draft` on the newest run under the rules in force; known trials are not run again.

    The rule keeps the evidence it was born of: what it says of why it is there stays true.

    Raises: AceError when there is no such run; CannotReplayError when the failures do not happen any more, or a check
        fails; ModelError.
    """
    rules = tuple(injectable(playbook, session.settings.agent))
    run = run_under(session, {rule.id: rule.fingerprint()[:16] for rule in rules})
    found = analyze_run(session, run, rules, Recording(is_kept=False))
    cluster = find_cluster(found, record)
    if record.cluster is not None and cluster is None:
        raise CannotReplayError(
            f"the failures it answers ({record.cluster.id}) do not occur in {run.record.run}, under the rules of now"
        )
    # The checks compare what a rule cites with the traces of now.
    cited = _with_evidence(draft, cluster) if cluster is not None else draft
    checked = CheckedDraft(cited, checks_of(session, playbook, cited, (found, run)))
    if not checked.is_sound:
        failed = next(check for check in checked.checks if not check.ok)
        raise CannotReplayError(f"check {failed.name} fails on the new base: {failed.detail}")
    judgements, controller = judge_counted(session, run, rules, (checked,), hooks)
    born = CheckedDraft(replace(cited, after=draft.after), checked.checks)
    return ProposalContext(session, run, playbook, controller), replace(judgements[0], checked=born)


def _with_evidence(draft: Draft, cluster: Cluster) -> Draft:
    """Return the draft citing `cluster` as it is now, in place of how it was when the rule was drafted."""
    if draft.after is None:
        return replace(draft, cluster=cluster)
    known = draft.before.evidence if draft.before is not None else ()
    kept = tuple(item for item in draft.after.evidence if item in known or item.cluster != cluster.id)
    after = draft.after.model_copy(update={"evidence": (*kept, evidence_of(cluster))})
    return replace(draft, cluster=cluster, after=after)


def run_under(session: Session, rules: dict[str, str]) -> LoadedRun:
    """Return the newest run of development samples under `rules` (id -> fingerprint). Raises: AceError."""
    runs = session.workspace.runs
    for folder in sorted(runs.glob("r-*"), reverse=True) if runs.is_dir() else []:
        if not (folder / "run.json").is_file():
            continue
        run = load_run(folder)
        if (run.record.split, run.record.agent, run.record.rules) == ("dev", session.settings.agent, rules):
            return run
    raise AceError(f"{runs}: no run under the rules in force now; run again (`ace run`), then `ace refresh --judge`")
