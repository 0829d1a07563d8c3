"""How likely a condition tells decisions apart this well when it has nothing to do with the failure."""

from math import exp, lgamma


def chance_of(fired: int, cited: int, alarms: int, others: int) -> float:
    """Return how likely `fired` or more of the decisions a condition fires on fall among the `cited` ones, 0-1.

    All decisions are taken as equal: `fired` + `alarms` of `cited` + `others` are drawn.
    Source: Fisher's exact test, one-sided.
    """
    total, drawn = cited + others, fired + alarms
    whole = _ways(total, drawn)
    most = min(cited, drawn)
    parts = (_ways(cited, x) + _ways(others, drawn - x) - whole for x in range(fired, most + 1))
    return min(1.0, sum(map(exp, parts)))


def _ways(n: int, k: int) -> float:
    """Return the logarithm of the number of ways to choose `k` of `n`."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
