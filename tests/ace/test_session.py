"""What a session builds, and what a trial depends on."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ace.config.settings import CuratorSettings
from ace.errors import ConfigError
from ace.paths import shipped
from ace.session import Session, open_session, with_settings
from ace.starter import write_starter
from ace.workspace import open_workspace
from runtime.contracts.errors import ModelError
from runtime.contracts.ports import AgentUnderTest
from runtime.loop.run_episode import TutorAgent
from tests.ace.building import commit_all, git, small_session

LOCAL = {"ACE_BASE_URL": "http://127.0.0.1:1/v1", "ACE_MODEL": "m", "ACE_CONTROLLER": "openai", "OPENAI_API_KEY": "k"}


def test_only_committed_rules_are_used(starter: Path) -> None:
    before = small_session(starter).playbook()
    (starter / "playbooks/tutor/tools/retrieve-before-web.yaml").write_text("not a rule", encoding="utf-8")
    git(starter, "add", "-A")
    assert small_session(starter).playbook() == before


def test_the_configured_branch_is_the_reviewed_one(starter: Path) -> None:
    git(starter, "checkout", "-q", "-b", "draft")
    (starter / "playbooks/tutor/style/short-turns.yaml").unlink()
    commit_all(starter)
    assert len(small_session(starter).playbook().files) == 5, "ace.yaml names main"
    assert len(small_session(starter, branch="draft").playbook().files) == 4


def test_splits_do_not_mix(small_run: tuple[Session, object]) -> None:
    session = small_run[0]
    ids = {split: {sample.id for sample in session.samples(split)[0]} for split in ("dev", "sealed", "must_pass")}
    assert all(ids.values())
    assert not ids["dev"] & ids["sealed"]
    assert not ids["must_pass"] & (ids["dev"] | ids["sealed"])


def test_without_a_controller_the_ways_to_name_one_are_said(starter: Path) -> None:
    (starter / "ace.yaml").write_text("schema: 1\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"ACE_BASE_URL and ACE_MODEL.*--controller simulated"):
        open_session(starter, {}, {}).controller()


def test_a_simulated_model_cannot_draft(starter: Path) -> None:
    with pytest.raises(ConfigError, match="the model is simulated"):
        small_session(starter).curator_model()


def test_the_curators_own_model_comes_first(starter: Path) -> None:
    session = open_session(starter, LOCAL, {})
    own = CuratorSettings(kind="model", model=session.controller_settings().model_copy(update={"model": "drafter"}))
    drafting = with_settings(session, session.settings.model_copy(update={"curator": own}))
    assert (session.curator_model().info.model, drafting.curator_model().info.model) == ("m", "drafter")


@pytest.mark.parametrize(("setting", "kind"), [("samples", "samples"), ("knowledge", "knowledge")])
def test_a_folder_that_is_not_there_is_named(starter: Path, setting: str, kind: str) -> None:
    session = small_session(starter, **{setting: ("nowhere",)})
    with pytest.raises(ConfigError, match=f"nowhere: no such folder .from `{kind}` in ace.yaml."):
        build_and_load(session)


def build_and_load(session: Session) -> AgentUnderTest:
    """Touch samples and knowledge."""
    session.samples("dev")
    return session.build_agent(session.controller())


def test_an_unknown_agent_names_the_known_ones(starter: Path) -> None:
    with pytest.raises(ConfigError, match=r"must be one of tutor.* or be described under `own_agent`"):
        small_session(starter, agent="surgeon")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (
            "control: {tools: {web_browse: deny}}",
            r"control\.tools\.web_browse: agent tutor has no such tool; .*web_b",
        ),
        ("tools: {timeouts_s: {zom: 5}}", r"tools\.timeouts_s\.zom: agent tutor has no such tool; did you mean `zoom`"),
    ],
    ids=["permission", "time-limit"],
)
def test_a_tool_that_is_not_there_is_refused_where_it_is_set(starter: Path, setting: str, said: str) -> None:
    with (starter / "ace.yaml").open("a", encoding="utf-8") as config:
        config.write(f"{setting}\n")
    with pytest.raises(ConfigError, match=said):
        build_and_load(open_session(starter, {}, {}))


def key(session: Session) -> str:
    """Return the arm settings over the development samples."""
    return session.arm_settings(session.samples("dev")[0])


@pytest.mark.parametrize(
    "change",
    [
        {"controller.obey": 0.5},
        {"budgets.steps": 3},
        {"budgets.rules_tokens": 100},
        {"controller.temperature": 0.1},
        {"gates.local_before_web": "enforce"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_trials_under_other_settings_are_other_trials(starter: Path, change: dict[str, object]) -> None:
    assert key(small_session(starter, **change)) != key(small_session(starter))


@pytest.mark.parametrize(
    "change",
    [{"controller.record": Path("tape.jsonl")}, {"controller.retries": 1}, {"run.concurrency": 1}, {"gate.trials": 3}],
    ids=lambda change: next(iter(change)),
)
def test_how_trials_are_run_does_not_make_them_others(starter: Path, change: dict[str, object]) -> None:
    assert key(small_session(starter, **change)) == key(small_session(starter))


def test_trials_with_other_teaching_cards_are_other_trials(starter: Path) -> None:
    cards = starter / "cards"
    shutil.copytree(shipped("samples") / "knowledge", cards)
    session = small_session(starter, knowledge=("cards",))
    before = key(session)
    assert key(session) == before
    file = cards / "mr.yaml"
    file.write_bytes(file.read_bytes() + b"# revised\n")
    assert key(session) != before


def test_trials_on_other_samples_are_other_trials(small_run: tuple[Session, object]) -> None:
    session = small_run[0]
    dev = session.samples("dev")[0]
    changed = (dev[0].model_copy(update={"tags": ("other",)}), *dev[1:])
    assert session.arm_settings(changed) != session.arm_settings(dev)
    assert session.arm_settings(dev[::-1]) == session.arm_settings(dev)


def test_the_modes_of_the_gates_reach_the_agent(starter: Path) -> None:
    session = small_session(starter, **{"gates.observation_first": "enforce"})
    agent = session.build_agent(session.controller())
    assert isinstance(agent, TutorAgent)
    assert agent.parts.gates.is_enforced("observation_first")
    assert not agent.parts.gates.is_enforced("local_before_web")


def test_paths_in_settings_are_taken_from_the_repository(starter: Path) -> None:
    (starter / "script.json").write_text('["x"]', encoding="utf-8")
    session = open_session(starter, {}, {"controller.kind": "scripted", "controller.script": "script.json"})
    assert session.controller().info.backend == "scripted"


def test_a_local_models_folder_is_taken_from_the_repository_too(starter: Path) -> None:
    session = open_session(starter, {}, {"controller.kind": "local", "controller.model": "models/gone"})
    with pytest.raises(ModelError, match=f"{starter.name}/models/gone: no such folder"):
        session.controller()


def test_a_session_is_not_changed_by_other_settings(starter: Path) -> None:
    session = small_session(starter)
    other = with_settings(session, session.settings.model_copy(update={"agent": "x"}))
    assert (session.settings.agent, other.settings.agent) == ("tutor", "x")
    assert replace(other, settings=session.settings) == session


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A repository with an agent of its own, and no controller."""
    git(tmp_path, "init", "-q", "-b", "main")
    write_starter(open_workspace(tmp_path), "command")
    commit_all(tmp_path)
    return tmp_path


def test_an_agent_that_brings_its_model_needs_no_controller(own: Path) -> None:
    session = open_session(own, {}, {})
    assert session.asked_settings() == ()
    assert session.build_agent().info == session.who_decides()
    assert session.who_decides().label == "command/support-desk (simulated)"
    with pytest.raises(ConfigError, match="no controller is configured"):
        session.curator_model()


def test_trials_of_an_agent_whose_code_changed_are_other_trials(own: Path) -> None:
    before = key(open_session(own, {}, {}))
    assert key(open_session(own, {}, {"own_agent.workers": 2})) == before
    assert key(open_session(own, {}, {"own_agent.model": "support-desk-2"})) != before
    with (own / "support_desk.py").open("a", encoding="utf-8") as code:
        code.write("PRESSING = ()\n")
    assert key(open_session(own, {}, {})) != before
