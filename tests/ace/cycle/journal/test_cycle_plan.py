"""What a cycle is begun with."""

from dataclasses import replace

from ace.config.settings import GateSettings, ReviewSettings, RunSettings, Settings
from ace.cycle.journal.cycle_plan import CyclePlan, chosen_settings, other_settings, reviewed_commit, settings_hash
from runtime.contracts.json_types import JsonObject
from tests.ace.conftest import SmallRun


def _begun(settings: Settings, **more: object) -> JsonObject:
    return {"event": "begun", "chosen": dict(chosen_settings(settings)), **more}


def _plan(settings: Settings) -> CyclePlan:
    return CyclePlan(settings_hash(settings), "c" * 40, chosen=chosen_settings(settings))


def test_only_settings_that_a_verdict_depends_on_make_another_cycle() -> None:
    usual = Settings()
    assert settings_hash(usual) == settings_hash(Settings(review=ReviewSettings(max_open=1)))
    assert settings_hash(usual) == settings_hash(Settings(gate=GateSettings(max_calls=9)))
    assert settings_hash(usual) != settings_hash(Settings(gate=GateSettings(trials=1)))


def test_what_is_chosen_is_told_by_dotted_name_and_defaults_are_not() -> None:
    chosen = Settings(run=RunSettings(limit=5), review=ReviewSettings(max_open=1))
    assert chosen_settings(chosen) == {"run.limit": "5"}
    assert chosen_settings(Settings()) == {}


def test_settings_that_are_flags_say_the_command_that_goes_on() -> None:
    begun = _begun(Settings(run=RunSettings(limit=60)), dry_run=True)
    said = other_settings(begun, _plan(Settings(run=RunSettings(limit=5))))
    assert "run.limit 60, now 5" in said
    assert "`ace cycle --limit 60 --dry-run` goes on with it" in said


def test_settings_that_are_not_flags_are_named() -> None:
    said = other_settings(_begun(Settings(gate=GateSettings(trials=1))), _plan(Settings()))
    assert "gate.trials 1, now not set" in said
    assert "the same settings, as flags or in ace.yaml, go on with it" in said


def test_a_journal_that_does_not_say_its_settings_only_differs() -> None:
    plan = _plan(Settings())
    assert other_settings({"event": "begun"}, plan) == "the settings have changed"
    assert other_settings(_begun(Settings()), replace(plan, settings="other")) == "the settings have changed"


def test_without_a_commit_there_is_no_tip(small_run: SmallRun) -> None:
    assert reviewed_commit(small_run.session) == small_run.run.record.playbook_commit
    settings = small_run.session.settings.model_copy(update={"branch": "gone"})
    assert reviewed_commit(replace(small_run.session, settings=settings)) == ""
