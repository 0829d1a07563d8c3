"""A condition that was found in recorded decisions, with the figures it rests on."""

from typing import NamedTuple

from runtime.contracts.json_types import JsonObject


class Candidate(NamedTuple):
    """`when` and `require` as a rule has them: a decision violates it when `when` is true and `require` is not.

    It fires on `fired` of `cited` decisions of the cluster and on `alarms` of `clean` decisions.
    """

    when: str
    require: str
    fired: int
    cited: int
    alarms: int
    clean: int

    @property
    def true_share(self) -> float:
        """Share (0-1) of the cited decisions that violate it."""
        return self.fired / self.cited

    @property
    def false_share(self) -> float:
        """Share (0-1) of the clean decisions that violate it."""
        return self.alarms / self.clean

    def to_json(self) -> JsonObject:
        """Return the candidate as a JSON object: the two conditions and the four counts."""
        return dict(self._asdict())
