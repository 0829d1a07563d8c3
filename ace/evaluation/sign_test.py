"""The exact one-sided sign test, and the e-value of the same votes."""

from math import comb, exp, log


def sign_test(fixed: int, broke: int) -> float:
    """Return P(Bin(b+c, 1/2) >= b): the chance of at least `fixed` votes for the change if it did nothing.

    1.0 without any vote. Raises: ValueError for negative counts.
    """
    if fixed < 0 or broke < 0:
        raise ValueError(f"votes cannot be negative: fixed {fixed}, broke {broke}")
    n = fixed + broke
    return float(sum(comb(n, k) for k in range(fixed, n + 1)) / 2**n)


def e_value(fixed: int, broke: int) -> float:
    """Return 2 * 2^(b+c) * integral from 1/2 to 1 of q^b (1-q)^c dq, the betting evidence for the change.

    1 means none; it may be looked at after every batch. Source: uniform mixture over q in (1/2, 1) of the likelihood
    ratio against q = 1/2; the integral is the upper half of the beta function.
    """
    from scipy.special import betainc, betaln

    if fixed < 0 or broke < 0:
        raise ValueError(f"votes cannot be negative: fixed {fixed}, broke {broke}")
    upper = float(betainc(broke + 1, fixed + 1, 0.5))
    if upper == 0.0:
        return 0.0
    return exp(log(2) * (fixed + broke + 1) + float(betaln(fixed + 1, broke + 1)) + log(upper))
