"""What commands print: plain text, foreign words escaped."""

from collections.abc import Sequence

from ace.clusters.stopped_actions import fate_words, stopped_words
from ace.curator.draft import Draft
from ace.cycle.analyze_run import FEW, Analysis
from ace.cycle.draft_identity import draft_name
from ace.cycle.open_proposals import Opened
from ace.cycle.propose import Proposed
from ace.cycle.traces_only import TRACES_ONLY, is_imported
from ace.evaluation.score import solved_rate
from ace.evaluation.verdict_words import why_words_show_nothing
from ace.report.draft_lines import asked_lines, draft_lines, refused_lines
from ace.report.stage_lines import stage_lines
from ace.report.why_none import why_no_draft, why_none
from ace.runs.run_record import LoadedRun
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from analyzers.clusters.cluster import Cluster
from analyzers.clusters.seen_run import episode_score, score_name
from runtime.agents.registry import goes_on_by
from runtime.contracts.trace_event import Episode

SOLVED_AND_FAILED = (
    "solved: the episode ended as its sample asks; failed: not solved, or with a major or critical failure on the way, "
    "also one that a gate stopped"
)


def run_text(run: LoadedRun) -> str:
    """Return a run's summary: how its episodes ended."""
    record = run.record
    ends: dict[str, int] = {}
    for episode in run.episodes:
        end = episode.outcome.terminal if episode.outcome else "cut off"
        ends[end] = ends.get(end, 0) + 1
    ended = "ends: " + ", ".join(f"{n} {name}" for name, n in sorted(ends.items()))
    is_import = any(episode.header.imported for episode in run.episodes)
    lines = [
        f"{record.run}: {counted(len(run.episodes), 'episode')} of "
        f"{counted(len(record.samples), f'{record.split} sample')}",
        *(_imported_lines(run, ended) if is_import else _own_lines(run, ended)),
    ]
    lines += _waiting_lines(run)
    errors = [e for e in run.episodes if e.outcome is not None and e.outcome.error and not e.is_waiting]
    if left := run.not_begun:
        noun = f"{record.split} sample" if record.trials == 1 else "episode"
        lines.append(f"  {counted(left, noun)} not begun; to go on with them: ace run --resume {record.run}")
    if errors:
        first = errors[0]
        assert first.outcome is not None
        lines.append(
            f"  {len(errors)} could not be finished and are not scored; first ({escape_text(first.header.sample)}): "
            f"{escape_text(first.outcome.error)}"
        )
        if not is_import and not left:
            lines.append(f"  to try these again: ace run --resume {record.run}")
    lines += [f"  sample not read: {escape_text(problem)}" for problem in record.sample_problems]
    lines += [f"  trace line not read: {escape_text(p.path)}:{p.line}: {escape_text(p.reason)}" for p in run.problems]
    return "\n".join(lines) + "\n"


def _own_lines(run: LoadedRun, ended: str) -> list[str]:
    record = run.record
    succeeded = sum(1 for e in run.episodes if e.outcome is not None and e.outcome.scores.get("success"))
    return [
        f"  controller {escape_text(record.controller)}, rules at {record.playbook_commit[:7]}"
        f"{f' of bundle {record.bundle[:12]}' if record.bundle else ''} ({len(record.rules)} injected)",
        f"  {succeeded} solved (the episode ended as its sample asks; `ace analyze` also counts failures on the way); "
        f"{ended}",
    ]


def _imported_lines(run: LoadedRun, ended: str) -> list[str]:
    """What is known of imported episodes: no rules, and success only by a score that their records hold."""
    lines = [f"  controller {escape_text(run.record.controller)}; imported, agent {escape_text(run.record.agent)}"]
    decided = [episode for episode in run.episodes if not episode.is_infrastructure_error]
    names = sorted({name for episode in decided if (name := score_name(episode))})
    scores = [score for episode in decided if (score := episode_score(episode)) is not None]
    if scores:
        failed = sum(score < 1.0 for score in scores)
        lines.append(f"  by the records' own {escape_text(', '.join(names))}, {failed} of {len(scores)} failed")
    return [*lines, f"  {ended}"]


def _waiting_lines(run: LoadedRun) -> list[str]:
    """What a run says of the tool calls that wait for a person."""
    waiting = sum(1 for episode in run.episodes if episode.is_waiting)
    if not waiting:
        return []
    verb = "calls wait" if waiting > 1 else "call waits"
    onward = goes_on_by(run.record.agent, run.record.run)
    return [f"  {waiting} {verb} for a person: `ace calls` lists them; once decided, `{onward}` goes on"]


def analysis_text(analysis: Analysis, run: LoadedRun) -> str:
    """Return clusters and rates of a run."""
    mark = " (simulated)" if run.record.simulated else ""
    decided = analysis.episodes - analysis.undecided
    head = (
        f"{run.record.run}{mark}: {counted(decided, 'episode')}, {counted(len(analysis.findings), 'finding')}, "
        f"{counted(len(analysis.clusters), 'cluster')}\n" + rates_line(analysis)
    )
    out = head + clusters_table(analysis, run.episodes)
    if analysis.undecided:
        out += f"  not finished and not counted: {counted(analysis.undecided, 'episode')}\n"
    return out + "".join(f"{line}\n" for line in _waiting_lines(run)) + not_analyzed_lines(analysis)


def rates_line(analysis: Analysis) -> str:
    """Return how many episodes failed; of imported ones, beside what their own records say."""
    recorded = analysis.recorded
    if recorded is None:
        return (
            f"  {solved_rate(analysis.trials):.1%} solved; {analysis.failure_rate:.1%} of episodes failed\n"
            f"  {SOLVED_AND_FAILED}\n"
        )
    line = f"  {analysis.failure_rate:.1%} of episodes have a major or critical failure\n"
    if recorded.of:
        line += (
            f"  by the records' own {escape_text(recorded.score)}, {recorded.failing} of {recorded.of} failed "
            f"({recorded.failing / recorded.of:.1%}); no detector reads it\n"
        )
    return line


def clusters_table(analysis: Analysis, episodes: Sequence[Episode] = ()) -> str:
    """Return the clusters, highest rank first, and whether they could be compared by more than their signature."""
    if not analysis.clusters:
        return "  no failure was found\n"
    rows = [["cluster", "failures", "samples", "severity", "what"]]
    rows += [_cluster_row(cluster, episodes) for cluster in analysis.clusters]
    out = table(rows)
    if analysis.grouping == "signatures" and analysis.grouping_note not in ("", FEW):
        out += f"  grouped by signature only: {escape_text(analysis.grouping_note)}\n"
    return out


def not_analyzed_lines(analysis: Analysis) -> str:
    """Return a line for each way in which a detector failed: on how many episodes, and which was the first."""
    failed: dict[tuple[str, str], list[str]] = {}
    for item in analysis.unanalyzed:
        failed.setdefault((item.detector, item.reason), []).append(item.episode)
    return "".join(
        f"  not analyzed: {escape_text(detector)} on {_first_of(episodes)}: {escape_text(reason)}\n"
        for (detector, reason), episodes in failed.items()
    )


def _first_of(episodes: Sequence[str]) -> str:
    first = escape_text(episodes[0])
    return first if len(episodes) == 1 else f"{len(episodes)} episodes (first {first})"


def _cluster_row(cluster: Cluster, episodes: Sequence[Episode]) -> list[str]:
    # A model's name may mislead; what found the failures does not.
    by = f" [{cluster.detector}]" if cluster.named_by == "model" else ""
    name = escape_text(cluster.name)
    young = "" if cluster.is_born else "  (too few to draft from)"
    return [
        cluster.id,
        f"{cluster.failures}{stopped_words(cluster, episodes)}",
        str(len(cluster.samples)),
        cluster.severity,
        name[:110] + escape_text(by) + young,
    ]


def cluster_text(cluster: Cluster, episodes: Sequence[Episode] = ()) -> str:
    """Return one cluster with its members and what they quote; of `episodes` also what gates let happen."""
    lines = [
        f"{cluster.id}  {escape_text(cluster.name)}",
        f"  {counted(cluster.failures, 'failure')}{stopped_words(cluster, episodes)} in "
        f"{counted(len(cluster.samples), 'sample')} of "
        f"{counted(len(cluster.cases), 'case')}; "
        f"{cluster.severity}, {cluster.bucket}",
    ]
    if cluster.named_by == "model":
        lines.append(f"  named by {escape_text(cluster.namer)}; else {escape_text(cluster.template_name)}")
    for finding in cluster.findings[:20]:
        lines.append(f"  {escape_text(finding.episode)} step {finding.step}  {escape_text(finding.sample)}")
        lines.append(f"      {escape_text(finding.message)}")
        lines.append(f"      | {escape_text(finding.quote)}")
        if fate := fate_words(finding, episodes):
            lines.append(f"      {escape_text(fate)}")
    if len(cluster.findings) > 20:
        lines.append(f"  ... and {len(cluster.findings) - 20} more (--json lists all)")
    return "\n".join(lines) + "\n"


def drafted_text(proposed: Proposed) -> str:
    """Return the drafts with each check, what the curator could not use, what asking a model cost, or why none came."""
    drafted = proposed.drafted
    lines = [line for item in drafted.drafts for line in draft_lines(item)]
    lines += [*refused_lines(drafted), *asked_lines(drafted.drafting)]
    if not drafted.drafts:
        lines.append(f"no draft: {why_no_draft(proposed.analysis, drafted.drafting.refused)}")
    lines += [TRACES_ONLY] if is_imported(proposed.run) else []
    return "\n".join(lines) + "\n"


def proposed_text(proposed: Proposed) -> str:
    """Return verdicts, branches made, and why others were not."""
    simulated = proposed.run.record.simulated
    lines = [
        line
        for item in proposed.opened
        for line in (
            _opened_line(item, simulated),
            *_reads_nothing(item.judgement.draft, proposed.run.record.agent if simulated else ""),
            *stage_lines(item.judgement),
        )
    ]
    unsound = [item for item in proposed.drafted.drafts if not item.is_sound]
    for item in unsound:
        failed = next(check for check in item.checks if not check.ok)
        lines.append(
            f"{escape_text(draft_name(item.draft))}: refused by the {escape_text(failed.name)} check: "
            f"{escape_text(failed.detail)}"
        )
    lines += [
        f"not judged: {escape_text(draft_name(item.checked.draft))}: {escape_text(item.reason)}"
        for item in proposed.skipped
    ]
    lines += [*refused_lines(proposed.drafted), *asked_lines(proposed.drafted.drafting)]
    opened = sum(item.proposal is not None and not item.why_not for item in proposed.opened)
    refreshed = sum(item.refreshed for item in proposed.opened)
    counts = [f"{opened} opened"] if opened else []
    counts += [f"{refreshed} refreshed"] if refreshed else []
    none = f"no proposal opened: {escape_text(why_none(proposed))}"
    lines.append(f"proposals: {', '.join(counts)}; `ace diff` shows them" if counts else none)
    return "\n".join(lines) + "\n"


def _reads_nothing(draft: Draft, simulated_agent: str) -> list[str]:
    return [f"    {why_words_show_nothing(simulated_agent)}"] if simulated_agent and draft.is_wording else []


def _opened_line(item: Opened, simulated: bool) -> str:
    judgement = item.judgement
    paired = judgement.screen
    mark = ", simulated" if simulated else ""
    where = item.proposal.branch if item.proposal else "not opened"
    why = f" ({escape_text(item.why_not)})" if item.why_not else ""
    # A merge, and the deletion of a rule that never spoke, answer no failure.
    target = (
        f"; {escape_text(judgement.target)} {judgement.target_before:.1%} -> {judgement.target_after:.1%}"
        if judgement.target
        else ""
    )
    return (
        f"{where}{why}: {escape_text(draft_name(judgement.draft))}: {judgement.verdict}{mark}; development success "
        f"{paired.before:.1%} -> {paired.after:.1%}, fixed {paired.fixed}, broke {paired.broke}, "
        f"p {judgement.p_value:.3g}, n {paired.n} ({paired.cases} cases){target}"
    )
