"""The rules of a session that come from a bundle."""

from pathlib import Path

from ace.bundle.signature import check_signature
from ace.config.rules_settings import RulesSettings
from ace.errors import ConfigError
from runtime.contracts.playbook import Playbook
from runtime.rules.bundle_archive import BundleError
from runtime.rules.load_bundle import bundle_bytes, bundle_of, playbook_of
from runtime.rules.load_reviewed import AgentFields, injectable


def bundled_playbook(rules: RulesSettings, agent: str, fields: AgentFields) -> Playbook:
    """Return the rules in `rules.bundle`.

    Raises: RuleError when one cannot be used, the bundle is not what it says, or is not signed as
    `rules.allowed_signers` asks; ConfigError when it holds no rule for `agent`.
    """
    assert rules.bundle is not None
    # Read once, so that what is signed is what is loaded.
    data = bundle_bytes(rules.bundle)
    if rules.allowed_signers is not None:
        _refuse_unsigned(rules.bundle, data, rules.allowed_signers)
    playbook = playbook_of(bundle_of(data, str(rules.bundle)), str(rules.bundle), fields)
    if not injectable(playbook, agent):
        others = ", ".join(sorted({rule.agent for rule in playbook.rules})) or "none"
        raise ConfigError(
            f"{rules.bundle}: holds no rule in use for agent {agent!r}, but for: {others}; set `agent` in ace.yaml, or "
            "fetch the bundle that was meant"
        )
    return playbook


def _refuse_unsigned(bundle: Path, data: bytes, allowed: Path) -> None:
    found = check_signature(bundle, data, allowed)
    if found.is_bad:
        raise BundleError(f"{bundle}: {found.detail}; rules.allowed_signers asks for a signature by one in {allowed}")
