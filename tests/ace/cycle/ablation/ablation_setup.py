"""A playbook of which it is known what each rule does, and a run of it under a controller that obeys conditions."""

from collections.abc import Mapping
from pathlib import Path

from ace.cycle.ablation.ablate import AblateHooks, AblationRequest, ablate
from ace.cycle.ablation.outcome import Ablation
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.run_samples import RunRequest, run_samples
from ace.runs.run_record import load_run
from ace.session import Session, open_session
from tests.ace.building import commit_all, git
from tests.ace.conftest import SmallRun

HEAVY, TWIN, NEVER, HARM, WORDS = "ab.heavy", "ab.twin", "ab.never", "ab.harm", "ab.words"
SAFETY = "safety.refer-real-patients"
EVIDENCE = "evidence: [{cluster: c-1, failures: 5, samples: 3}]\n"
RULES: Mapping[str, str] = {
    # The web before the index is a serious finding, and the controller of these tests always wants it.
    HEAVY: """when: action.kind == "REQUEST_TOOL"
require: action.name != "web_browser" || state.retrieval.queried
otherwise: {action: retrieve}""",
    # Says the same, and is silent where it is followed: its case never comes up.
    TWIN: """when: action.name == "web_browser" && !state.retrieval.queried
require: "false"
otherwise: {action: retrieve}""",
    NEVER: """when: action.kind == "HINT" && action.hint_level > 90
require: "false\"""",
    # On these images the answer is never given, so nothing there is ever solved.
    HARM: """when: episode.modality in ["CT", "TXT"]
require: action.kind != "REVEAL_ANSWER"
otherwise: {action: HINT}""",
    WORDS: "",
}


CONFIG = """\
schema: 1
branch: main
controller:
  kind: simulated
  obey: 1.0
  failure_rates: {malformed: 0, several_tools: 0, web_before_local: 1, repeat: 0, early_reveal: 0, leak: 0,
    tool_error_ignored: 0, hint_skip: 0, guess: 0}
run: {limit: 24, seed: 0}
"""


def rule_yaml(rule_id: str) -> str:
    """Return a rule's file."""
    head = f"schema: 1\nid: {rule_id}\ntitle: Rule {rule_id}\nstatus: active\nagent: tutor\n"
    return f"{head}text: Be careful.\n{RULES[rule_id]}\n"


def with_rules(repo: Path, *rule_ids: str) -> Path:
    """Replace the repository's rules, but for the one on safety, by these and commit."""
    folder = repo / "playbooks" / "tutor"
    for path in folder.rglob("*.yaml"):
        if path.parent.name != "safety":
            path.unlink()
    (folder / "ab").mkdir(exist_ok=True)
    for rule_id in rule_ids:
        (folder / "ab" / f"{rule_id.split('.')[1]}.yaml").write_text(rule_yaml(rule_id), encoding="utf-8")
    (repo / "ace.yaml").write_text(CONFIG, encoding="utf-8")
    commit_all(repo, "Rules of which it is known what they do")
    return repo


def accepted_long_ago(repo: Path, *rule_ids: str, more: str = "") -> Path:
    """Replace the rules by HEAVY and these, which proposals brought that were merged in October 2020.

    `more`: further lines of `ace.yaml`.
    """
    with_rules(repo, HEAVY, *rule_ids)
    for rule_id in rule_ids:
        path = repo / "playbooks" / "tutor" / "ab" / f"{rule_id.split('.')[1]}.yaml"
        path.write_text(path.read_text(encoding="utf-8") + EVIDENCE, encoding="utf-8")
    (repo / "ace.yaml").write_text(CONFIG + more, encoding="utf-8")
    git(repo, "add", "--all")
    git(repo, "commit", "-q", "-m", "Merge", committed="2020-10-01T00:00:00Z")
    return repo


def ablation_session(repo: Path, **flags: object) -> Session:
    """Return a session whose controller always asks the web first, and obeys every condition."""
    return open_session(repo, {}, {name.replace("__", "."): value for name, value in flags.items()})


def run_with(repo: Path, *rule_ids: str, **flags: object) -> SmallRun:
    """Return a run under these rules and the one on safety."""
    session = ablation_session(with_rules(repo, *rule_ids), **flags)
    return SmallRun(session, run_samples(session, RunRequest()))


def ablated(small: SmallRun, request: AblationRequest | None = None, ran: list[str] | None = None) -> Ablation:
    """Return the ablation; `ran` collects the ids of the episodes that were run for it."""
    told: list[str] = [] if ran is None else ran
    hooks = AblateHooks(JudgeHooks(episode=lambda episode: told.append(episode.header.episode)))
    run = load_run(small.run.folder)
    return ablate(small.session, run, request or AblationRequest(), hooks)


def under(small: SmallRun, **flags: object) -> SmallRun:
    """Return the same run under other settings."""
    return SmallRun(ablation_session(small.session.workspace.repo, **flags), small.run)
