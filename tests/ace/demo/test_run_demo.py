"""What the demonstration is made of."""

from ace.config.settings import Settings
from ace.demo.run_demo import CONFIG, demo_files
from runtime.rules.read_yaml import read_yaml


def test_its_configuration_is_valid_and_simulated() -> None:
    settings = Settings.model_validate(read_yaml(CONFIG, "ace.yaml"))
    assert settings.controller is not None
    assert settings.controller.kind == "simulated"
    assert settings.run.limit == 90


def test_it_brings_playbook_samples_and_cards() -> None:
    names = demo_files().keys()
    assert "playbooks/tutor/tools/retrieve-before-web.yaml" in names
    assert sum(name.startswith("samples/tutor/") and name.endswith(".yaml") for name in names) >= 12
    assert any(name.startswith("samples/knowledge/") for name in names)
