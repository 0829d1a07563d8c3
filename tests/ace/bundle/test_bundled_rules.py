"""The rules of a session that come from a bundle."""

import shutil
from pathlib import Path

import pytest

from ace.bundle.bundled_rules import bundled_playbook
from ace.bundle.signature import sign, signature_path
from ace.config.rules_settings import RulesSettings
from ace.errors import ConfigError
from runtime.agents.registry import AGENTS
from runtime.rules.bundle_archive import BundleError
from tests.ace.bundle.bundled import write
from tests.ace.bundle.test_bundle_signature import allowed, key

FIELDS = {name: agent.context for name, agent in AGENTS.items()}


def test_they_are_the_reviewed_ones(starter: Path, tmp_path: Path) -> None:
    playbook = bundled_playbook(RulesSettings(bundle=write(starter, tmp_path / "x")), "tutor", FIELDS)
    assert len(playbook.rules) == 5
    assert playbook.bundle


def test_a_bundle_for_another_agent_is_refused(starter: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds no rule in use for agent 'shop', but for: tutor; set `agent`"):
        bundled_playbook(RulesSettings(bundle=write(starter, tmp_path / "x")), "shop", FIELDS)


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_where_signers_are_named_an_unsigned_or_changed_bundle_is_refused(starter: Path, tmp_path: Path) -> None:
    ops, path = key(tmp_path, "ops"), write(starter, tmp_path / "x")
    rules = RulesSettings(bundle=path, allowed_signers=allowed(tmp_path, ops))
    with pytest.raises(BundleError, match=r"not signed; rules.allowed_signers asks for a signature by one in"):
        bundled_playbook(rules, "tutor", FIELDS)
    signature_path(path).write_bytes(sign(path.read_bytes(), ops))
    assert bundled_playbook(rules, "tutor", FIELDS).rules
    signature_path(path).write_bytes(sign(b"another", ops))
    with pytest.raises(BundleError, match="is not a signature of this bundle"):
        bundled_playbook(rules, "tutor", FIELDS)
