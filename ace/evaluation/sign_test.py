"""The exact one-sided sign test, and the e-value of the same votes; both in whole numbers, so nothing is lost."""

import sys


def sign_test(fixed: int, broke: int) -> float:
    """Return P(Bin(b+c, 1/2) >= b): the chance of at least `fixed` votes for the change if it did nothing.

    1.0 without any vote. Raises: ValueError for negative counts.
    """
    _refuse_negative(fixed, broke)
    # By symmetry the upper tail from `fixed` is the lower tail up to `broke`.
    return _lower_binomials(fixed + broke, broke)[0] / (1 << (fixed + broke))


def e_value(fixed: int, broke: int) -> float:
    """Return 2 * 2^(b+c) * integral from 1/2 to 1 of q^b (1-q)^c dq, the betting evidence for the change.

    1 means none; it may be looked at after every batch. What is larger than a float holds is the largest float.
    Raises: ValueError for negative counts. Source: uniform mixture over q in (1/2, 1) of the likelihood ratio against
    q = 1/2. The integral is the upper half of a beta function, which for whole counts is a sum of binomials:
    e = sum over k <= b of C(b+c+1, k), over (b+c+1) C(b+c, b).
    """
    _refuse_negative(fixed, broke)
    total = fixed + broke + 1
    above, last = _lower_binomials(total, fixed)
    # (b+c+1) C(b+c, b) = (c+1) C(b+c+1, b)
    try:
        return above / ((broke + 1) * last)
    except OverflowError:
        return sys.float_info.max


def _lower_binomials(n: int, upto: int) -> tuple[int, int]:
    """Return the sum of C(n, k) over k = 0..`upto`, and the last of them."""
    term = total = 1
    for k in range(upto):
        term = term * (n - k) // (k + 1)
        total += term
    return total, term


def _refuse_negative(fixed: int, broke: int) -> None:
    if fixed < 0 or broke < 0:
        raise ValueError(f"votes cannot be negative: fixed {fixed}, broke {broke}")
