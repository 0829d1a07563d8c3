"""Things by their name: proposals, rules, clusters, episodes, runs, trial arms, cycles."""

import json
from typing import NamedTuple

from ace.errors import NotFoundError
from ace.rejections.standing_against import rejected_ids
from ace.report.cluster_text import view_json, view_text
from ace.report.cluster_view import view_cluster
from ace.report.cycle_shown import show_cycle
from ace.report.episode_text import episode_text
from ace.report.rule_history import rule_history
from ace.report.run_json import run_json
from ace.report.show_former import show_former
from ace.report.show_names import unknown_name
from ace.report.text import run_text
from ace.review.build_diff import build_diff
from ace.review.errors import UnknownProposalError
from ace.review.render_json import render_json
from ace.review.show import render_proposal
from ace.runs.run_record import LoadedRun, events_path, load_arm, load_run, runs_by_arm
from ace.session import Session
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.traces.event_json import event_to_json
from runtime.traces.read_events import iter_episodes


class Shown(NamedTuple):
    """One thing as JSON and as text."""

    value: JsonObject
    text: str


def find(session: Session, name: str, run: str, width: int | None = None, agent: str = "") -> Shown:
    """Return what is called `name`; `width` is the terminal's, None where there is none.

    `agent` is the agent of a cluster, where several have one of that id.

    Raises: NotFoundError, saying as what it was looked for, and where.

    A rule id is the only name with a dot; clusters, episodes, runs and arms are told by their first letter.
    """
    if "." in name and "/" not in name:
        return _rule(session, name)
    if name.startswith("c-"):
        view = view_cluster(session, name, run, agent)
        return Shown(view_json(view), view_text(view, width))
    if name.startswith("e-"):
        return _episode(session, name)
    if name.startswith("r-") or name == "latest":
        return _run(load_run(session.workspace.run_folder(name, session.settings.agent)))
    if name.startswith("a-"):
        return _arm(session, name)
    if name.startswith("y-"):
        shown = show_cycle(session, name)
        return Shown(shown.value, shown.text)
    return _proposal(session, name)


def _run(loaded: LoadedRun) -> Shown:
    return Shown(run_json(loaded), run_text(loaded))


def _arm(session: Session, name: str) -> Shown:
    arms, runs = session.workspace.arms, runs_by_arm(session.workspace.runs)
    logs = {path.stem: path for path in arms.glob("a-*.jsonl") if path.stat().st_size} if arms.is_dir() else {}
    known = logs.keys() | runs.keys()
    found = [name] if name in known else sorted(arm for arm in known if arm.startswith(name))
    if len(found) != 1:
        raise NotFoundError(
            f"{arms}: {len(found)} trial arms begin with {name!r}; `ace propose --json` names those of its drafts"
        )
    # The arm before a change is the run it was drafted from: it has no episodes of its own.
    return _run(load_arm(logs[found[0]]) if found[0] in logs else load_run(runs[found[0]]))


def _episode(session: Session, name: str) -> Shown:
    folders = sorted(session.workspace.runs.glob("r-*"), reverse=True) if session.workspace.runs.is_dir() else []
    logs = [events_path(folder) for folder in folders]
    logs += sorted(session.workspace.arms.glob("*.jsonl")) if session.workspace.arms.is_dir() else []
    for path in logs:
        if not path.is_file():
            continue
        for episode in iter_episodes(path):
            if episode.header.episode.startswith(name):
                value: JsonObject = {
                    "header": event_to_json(episode.header),
                    "steps": [event_to_json(step) for step in episode.steps],
                    "outcome": event_to_json(episode.outcome) if episode.outcome else None,
                }
                return Shown(value, episode_text(episode))
    raise NotFoundError(f"{session.workspace.state}: no episode {name!r} in {len(logs)} event logs")


def _rule(session: Session, name: str) -> Shown:
    file = session.playbook().find(name)
    if file is None:
        raise NotFoundError(unknown_name(session, name))
    value: JsonObject = {"path": file.path, **file.rule.model_dump(by_alias=True, mode="json")}
    value["checked"] = file.rule.is_checked
    # A bundle holds one commit, without what came before it.
    is_bundled = session.settings.rules.bundle is not None
    history = () if is_bundled else rule_history(session.workspace.repo, session.branch, file.path)
    value["history"] = [commit._asdict() for commit in history]
    body = "\n".join(escape_text(line) for line in file.source.decode("utf-8", "replace").splitlines())
    lines = [f"  {c.date}  {c.commit[:7]}  {escape_text(c.subject)}" for c in history]
    by_code = "yes" if file.rule.is_checked else "no, it has no `when` and `require`"
    head = f"{file.path}   (checked by code: {by_code}; {_STATUS_WORDS[file.rule.status]})"
    title = f"history: not in {session.rules_from}" if is_bundled else "history"
    return Shown(value, "\n".join([head, body, "", title, *lines]) + "\n")


_STATUS_WORDS = {
    "experimental": "status experimental: in force, its worth not proved yet",
    "active": "status active: in force",
    "deprecated": "status deprecated: no longer in the prompt",
}


def _proposal(session: Session, name: str) -> Shown:
    if session.settings.rules.bundle is not None:
        raise NotFoundError(unknown_name(session, name))
    try:
        settings = session.settings
        remote = settings.review.remote_name
        report = build_diff(
            session.workspace.repo,
            settings.branch,
            settings.playbook,
            name,
            remote=remote,
            find_rejected=rejected_ids(remote, session.clock.now()[:10]),
        )
    except UnknownProposalError as exc:
        if former := show_former(session, name):
            return Shown(former.value, former.text)
        raise NotFoundError(unknown_name(session, name)) from exc
    value = json.loads(render_json(report))
    return Shown(value, "\n".join(render_proposal(item) for item in report.items))
