"""Repositories, episodes and models the tests of the loop are built from."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import yaml

from ace.curator.draft import CuratorInput
from ace.paths import shipped
from ace.session import Session, open_session
from ace.starter import write_starter
from ace.workspace import open_workspace
from analyzers.clusters.cluster import Cluster
from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.detectors.registry import run_detectors
from runtime.contracts.action import ACTION_KINDS
from runtime.contracts.condition_context import TUTOR_CONTEXT, default_context, merge_context
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.ports import Controller, ModelReply, ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Header, Outcome, Step

# A tutor that makes two mistakes only: the web before the index, and skipped hint levels.
RATES = {
    "malformed": 0.0,
    "several_tools": 0.0,
    "web_before_local": 0.6,
    "repeat": 0.0,
    "early_reveal": 0.0,
    "leak": 0.0,
    "tool_error_ignored": 0.0,
    "hint_skip": 0.9,
    "guess": 0.0,
}
SMALL: Mapping[str, object] = {
    "controller.kind": "simulated",
    "controller.failure_rates": RATES,
    "controller.obey": 0.7,
    "run.limit": 16,
    "run.seed": 0,
    "gate.trials": 1,
    "gate.sealed_limit": 6,
    "gate.must_pass_limit": 6,
}


def git(repo: Path, *arguments: str, committed: str = "") -> str:
    """Run git with an identity and no settings of this machine; return its output. `committed`: the committer date."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    environment |= {"GIT_COMMITTER_DATE": committed} if committed else {}
    identity = ("-c", "user.name=A Person", "-c", "user.email=person@example.org")
    command = ["git", "-C", str(repo), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def commit_all(repo: Path, message: str = "Change") -> str:
    """Commit everything in the working tree and return the commit."""
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", message)
    return git(repo, "rev-parse", "HEAD").strip()


def starter_repository(folder: Path) -> Path:
    """Return a repository in `folder` as `ace init` leaves it, committed on main."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    write_starter(open_workspace(folder), "tutor")
    commit_all(folder, "Add ACE")
    return folder


def small_session(repo: Path, **flags: object) -> Session:
    """Return a session on the small simulated run; `flags` use __ for a dot."""
    more = {name.replace("__", "."): value for name, value in flags.items()}
    return open_session(repo, {}, {**SMALL, **more})


def write_sealed_cases(repo: Path, copies: int) -> None:
    """Write every shipped held-out case `copies` times, each a case of its own, into `more/` of the repository.

    Name it by `sealed_samples: (more,)`: with three copies there are enough cases for a confirmation.
    """
    folder = repo / "more" / "tutor"
    folder.mkdir(parents=True)
    for path in sorted((shipped("samples") / "tutor").glob("*.yaml")):
        file = as_object(yaml.safe_load(path.read_text(encoding="utf-8")))
        cases = file["cases"]
        assert isinstance(cases, list)
        held = [case for case in cases if case["split"] == "sealed"]
        more = [
            {**case, "id": f"{case['id']}-{copy}", "question": f"{case['question']} ({copy})"}
            for copy in range(1, copies + 1)
            for case in held
        ]
        if more:
            text = json.dumps({**file, "cases": more}, default=str)
            (folder / path.name).write_text(text, encoding="utf-8")


class Counting:
    """A controller that counts what it is asked."""

    def __init__(self, inner: Controller) -> None:
        self.inner, self.calls = inner, 0

    @property
    def info(self) -> ControllerInfo:
        """Who is counted."""
        return self.inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Pass the request on."""
        self.calls += 1
        return await self.inner.complete(request)


def nested(fields: Mapping[str, object]) -> JsonObject:
    """Return {"a": {"b": 1}} for {"a.b": 1}."""
    out: JsonObject = {}
    for path, value in fields.items():
        *parents, leaf = path.split(".")
        node = out
        for parent in parents:
            node = node.setdefault(parent, {})  # type: ignore[assignment]
        node[leaf] = value
    return out


def decision(proposed: JsonObject | None, **fields: object) -> tuple[JsonObject | None, JsonObject]:
    """Return a decision for `episode`; `fields` name context fields with __ for a dot."""
    return proposed, nested({name.replace("__", "."): value for name, value in fields.items()})


WEB = decision(
    {"action": "REQUEST_TOOL", "tool": "web_browser", "arguments": {"query": "what is it"}},
    state__retrieval__queried=False,
)
WEB_AFTER = decision(
    {"action": "REQUEST_TOOL", "tool": "web_browser", "arguments": {"query": "what is it"}},
    state__retrieval__queried=True,
)
RETRIEVE = decision({"action": "REQUEST_TOOL", "tool": "retrieve", "arguments": {"query": "liver cyst"}})


def episode(
    name: str,
    *decisions: tuple[JsonObject | None, JsonObject],
    sample: str = "",
    trial: int = 0,
    success: float = 1.0,
    ending: str = "responded",
    source: str = "samples",
    raw: str = "",
) -> Episode:
    """Return an episode of `decisions`. `ending` "" is a cut-off one; `raw` is what the model wrote at each step."""
    steps = tuple(_step(name, number, item, raw) for number, item in enumerate(decisions))
    header = Header(
        run="r-1",
        episode=name,
        sample=sample or f"s-{name}",
        case=f"case-{sample or name}",
        split="dev",
        trial=trial,
        seed=0,
        agent="tutor",
        controller=ControllerInfo("scripted", "fixed", simulated=True),
        playbook_commit="",
        rules={},
        rules_dropped=(),
        context={"sample": sample or f"s-{name}", "tags": [], "modality": "", "organ": "", "unsafe_request": False},
        source=source,
    )
    if not ending:
        return Episode(header, steps, None)
    outcome = Outcome("r-1", name, ending, "", {"success": success})  # type: ignore[arg-type]
    return Episode(header, steps, outcome)


def _step(name: str, number: int, item: tuple[JsonObject | None, JsonObject], raw: str) -> Step:
    proposed, fields = item
    defaults = {key: value for key, value in default_context(TUTOR_CONTEXT).items() if key != "episode"}
    kind = proposed["action"] if proposed else ""
    action: JsonObject = {"kind": kind, "name": (proposed or {}).get("tool", kind)}
    action |= {key: value for key, value in (proposed or {}).items() if key in {"text", "arguments", "hint_level"}}
    context = merge_context(defaults, {"action": action}, fields)  # type: ignore[arg-type]
    return Step(
        run="r-1",
        episode=name,
        step=number,
        attempts=(Attempt(raw or f"written at step {number} of {name}"),),
        state_before="a" * 64,
        state_after="b" * 64,
        proposed=proposed,
        taken=proposed,
        context=as_object(context),
    )


def web_episodes(count: int = 6, source: str = "samples", raw: str = "") -> tuple[Episode, ...]:
    """Return `count` episodes that ask the web first, two trials a sample, and as many that do not."""
    bad = [
        episode(f"e-bad{i}", WEB, RETRIEVE, sample=f"s{i // 2}", trial=i % 2, source=source, raw=raw)
        for i in range(count)
    ]
    good = [episode(f"e-good{i}", RETRIEVE, WEB_AFTER, sample=f"g{i // 2}", trial=i % 2) for i in range(count)]
    return (*bad, *good)


def clusters_of(episodes: tuple[Episode, ...], *rules: Rule) -> tuple[Cluster, ...]:
    """Return the clusters of what every detector and `rules` find."""
    return cluster_findings(run_detectors(episodes, rules).findings)


def curator_input(episodes: tuple[Episode, ...], *rules: Rule, limit: int = 5) -> CuratorInput:
    """Return what a curator sees of `episodes` under `rules`."""
    kinds = tuple(kind for kind in ACTION_KINDS if kind != "REQUEST_TOOL")
    return CuratorInput(
        agent="tutor",
        clusters=tuple(cluster for cluster in clusters_of(episodes, *rules) if cluster.is_born),
        rules=rules,
        episodes={item.header.episode: item for item in episodes},
        context=TUTOR_CONTEXT,
        actions=("retrieve", "image_findings", "web_browser", *kinds),
        today="2026-11-29",
        limit=limit,
        wording="checked",
    )


def rule(rule_id: str, **fields: object) -> Rule:
    """Return a rule of the tutor; `fields` over plain guidance in words."""
    base: JsonObject = {"schema": 1, "id": rule_id, "title": "A rule", "agent": "tutor", "text": "Do it well.\n"}
    return Rule.model_validate({**base, **fields})


WEB_RULE: JsonObject = {
    "when": 'action.name == "web_browser"',
    "require": "state.retrieval.queried",
    "otherwise": {"action": "retrieve"},
}
