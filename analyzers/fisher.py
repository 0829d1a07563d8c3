"""Fisher's exact test, one-sided."""

from math import exp, lgamma


def fisher_greater(left_hits: int, left: int, right_hits: int, right: int) -> float:
    """Return the chance of at least `left_hits` hits among the `left`, were all hits spread over both sides at random.

    Summed from logarithms: good to about 1e-10, and quick also for thousands.
    Raises: ValueError where there are more hits than members. Source: Fisher 1922; the hypergeometric upper tail.
    """
    if not (0 <= left_hits <= left and 0 <= right_hits <= right):
        raise ValueError(f"{left_hits} of {left} and {right_hits} of {right} is no table; give hits within each side")
    hits = left_hits + right_hits
    whole = _ways(left + right, hits)
    counts = range(left_hits, min(hits, left) + 1)
    return min(1.0, sum(exp(_ways(left, count) + _ways(right, hits - count) - whole) for count in counts))


def _ways(n: int, k: int) -> float:
    """Return the logarithm of the number of ways to choose `k` of `n`."""
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
