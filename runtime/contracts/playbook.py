"""A playbook: the rules of one agent at one commit."""

from dataclasses import dataclass

from runtime.contracts.json_types import content_hash
from runtime.contracts.rule import Rule, RuleTest


@dataclass(frozen=True)
class RuleFile:
    """One rule with the bytes it was read from. `path` is relative to the repository root."""

    path: str
    rule: Rule
    source: bytes
    test: RuleTest | None = None
    test_source: bytes | None = None


@dataclass(frozen=True)
class Playbook:
    """Rules in prompt order (priority, then id). `commit` is 40 or 64 hex digits, empty when of no commit.

    `bundle` is the SHA-256 of the bundle they were loaded from, empty when read from git.
    """

    path: str
    commit: str
    files: tuple[RuleFile, ...]
    bundle: str = ""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules themselves, in prompt order."""
        return tuple(file.rule for file in self.files)

    def find(self, rule_id: str) -> RuleFile | None:
        """Return the file of `rule_id`, or None."""
        return next((file for file in self.files if file.rule.id == rule_id), None)


def rules_hash(rules: tuple[Rule, ...]) -> str:
    """Return 16 hex digits that change when what is injected changes."""
    return content_hash([rule.fingerprint() for rule in rules], 16)
