"""The measured tutor is the shipped one."""

from pathlib import Path

from ace.bench.tutor_setup import set_up_tutor, shipped_rules
from runtime.models.simulated import Simulated


def test_the_shipped_rules_are_on() -> None:
    rules = shipped_rules()
    assert rules
    assert all(rule.agent == "tutor" and rule.status != "deprecated" for rule in rules)


def test_samples_are_the_shipped_ones_and_none_is_sealed(tmp_path: Path) -> None:
    setup = set_up_tutor(tmp_path, Simulated())
    assert len(setup.samples) > 100
    assert {sample.split for sample in setup.samples} == {"dev"}
    assert setup.agent.info.simulated
