"""What the ledger says: which confirmation looked at which held-out samples, and how often each served. Pure.

A sample's uses are the confirmations that looked at something of its name or of its content: neither editing a sample
nor renaming it makes it a fresh one. No rule looks at a time, so a clock that was set back changes nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ace.ledger.retest import Retest
from ace.ledger.use import Use, sample_hash
from ace.ledger.vault import VaultScore
from runtime.contracts.sample import Sample


@dataclass(frozen=True)
class Ledger:
    """Uses by the id of their confirmation, scores of the vault by their arm, re-tests of rules by their path, as
    `commit` holds them.

    An empty commit: nothing was used yet.
    """

    uses: Mapping[str, Use]
    vault: Mapping[str, VaultScore] = field(default_factory=dict)
    commit: str = ""
    retests: Mapping[str, Retest] = field(default_factory=dict)

    def count(self, sample: Sample) -> int:
        """Return how many confirmations looked at the sample, or at one that says the same."""
        return len(self._by_name.get(sample.id, frozenset()) | self._by_hash.get(sample_hash(sample), frozenset()))

    def spent_cases(self, limit: int) -> frozenset[str]:
        """Return the cases of which a sample, also one that is no longer there, served `limit` confirmations."""
        spent = {name for name, uses in self._by_name.items() if len(uses) >= limit}
        return frozenset(one.case for use in self.uses.values() for one in use.samples if one.id in spent)

    def has_spent(self, limit: int) -> bool:
        """Return True when any sample that was ever there served `limit` confirmations."""
        return any(len(uses) >= limit for uses in (*self._by_name.values(), *self._by_hash.values()))

    def names(self) -> frozenset[str]:
        """Return the names of all samples that were ever looked at."""
        return frozenset(self._by_name)

    def only(self, simulated: bool) -> "Ledger":
        """Return the uses under a simulated controller, or those under real ones.

        What a simulated controller does on a sample says nothing of a model, so it uses up nothing for one.
        """
        return replace(
            self,
            uses={name: use for name, use in self.uses.items() if use.simulated == simulated},
            vault={name: score for name, score in self.vault.items() if score.simulated == simulated},
            retests={path: one for path, one in self.retests.items() if one.simulated == simulated},
        )

    @cached_property
    def _by_name(self) -> Mapping[str, frozenset[str]]:
        return self._confirmations("id")

    @cached_property
    def _by_hash(self) -> Mapping[str, frozenset[str]]:
        return self._confirmations("hash")

    def _confirmations(self, by: str) -> Mapping[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        for name, use in self.uses.items():
            for one in use.samples:
                found.setdefault(one.id if by == "id" else one.hash, set()).add(name)
        return {key: frozenset(names) for key, names in found.items()}
