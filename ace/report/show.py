"""Things by their name: proposals, rules, clusters, episodes, runs."""

import json
from typing import NamedTuple

from ace.cycle.analyze_run import analyze
from ace.cycle.run_record import events_path, load_run
from ace.errors import NotFoundError
from ace.report.episode_text import episode_text
from ace.report.rule_history import rule_history
from ace.report.run_json import run_json
from ace.report.text import cluster_text, run_text
from ace.review.build_diff import build_diff
from ace.review.render_json import render_json
from ace.review.show import render_proposal
from ace.review.visible_text import escape_text
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from runtime.rules.load_reviewed import injectable
from runtime.traces.event_json import event_to_json
from runtime.traces.read_events import iter_episodes


class Shown(NamedTuple):
    """One thing as JSON and as text."""

    value: JsonObject
    text: str


def find(session: Session, name: str, run: str) -> Shown:
    """Return what is called `name`. Raises: NotFoundError, saying where it was looked for."""
    if name.startswith("c-"):
        return _cluster(session, name, run)
    if name.startswith("e-"):
        return _episode(session, name)
    if name.startswith("r-") or name == "latest":
        loaded = load_run(session.workspace.run_folder(name))
        return Shown(run_json(loaded), run_text(loaded))
    if "." in name and "/" not in name:
        return _rule(session, name)
    return _proposal(session, name)


def _cluster(session: Session, name: str, run: str) -> Shown:
    loaded = load_run(session.workspace.run_folder(run))
    rules = injectable(session.playbook(), session.settings.agent)
    analysis = analyze(loaded.episodes, rules, session.settings.gate.success_severity)
    found = [cluster for cluster in analysis.clusters if cluster.id.startswith(name)]
    if len(found) != 1:
        have = ", ".join(cluster.id for cluster in analysis.clusters[:8]) or "none"
        raise NotFoundError(f"{loaded.record.run}: {len(found)} clusters begin with {name!r}; it has {have}")
    return Shown(found[0].to_json(), cluster_text(found[0]))


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
        raise NotFoundError(f"{session.branch}: no rule {name!r} under {session.settings.playbook}")
    value: JsonObject = {"path": file.path, **file.rule.model_dump(by_alias=True, mode="json")}
    value["checked"] = file.rule.is_checked
    history = rule_history(session.workspace.repo, session.branch, file.path)
    value["history"] = [commit._asdict() for commit in history]
    body = "\n".join(escape_text(line) for line in file.source.decode("utf-8", "replace").splitlines())
    lines = [f"  {c.date}  {c.commit[:7]}  {escape_text(c.subject)}" for c in history]
    head = f"{file.path}   (checked: {str(file.rule.is_checked).lower()})"
    return Shown(value, "\n".join([head, body, "", "history", *lines]) + "\n")


def _proposal(session: Session, name: str) -> Shown:
    report = build_diff(session.workspace.repo, session.settings.branch, session.settings.playbook, name)
    value = json.loads(render_json(report))
    return Shown(value, "\n".join(render_proposal(item) for item in report.items))
