"""A condition that was found in recorded decisions, with the figures it rests on."""

from typing import NamedTuple


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
