"""Rules that a machine cannot tell apart."""

import pytest

from ace.playbook.duplicates.same_verdicts import SameVerdicts, same_verdicts

SPOKEN = ("violates", "complies", "silent", "violates")


def test_equal_verdicts_make_a_group() -> None:
    verdicts = {"a": SPOKEN, "b": list(SPOKEN), "c": ("violates", "complies", "silent", "complies")}
    assert same_verdicts(verdicts) == (SameVerdicts(("a", "b"), 3),)


def test_rules_that_hardly_spoke_are_not_called_the_same() -> None:
    quiet = ("silent", "silent", "violates", "silent")
    assert same_verdicts({"a": quiet, "b": quiet}) == ()
    assert same_verdicts({"a": quiet, "b": quiet}, min_spoken=1) == (SameVerdicts(("a", "b"), 1),)
    assert same_verdicts({}) == ()


def test_verdicts_on_other_decisions_are_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        same_verdicts({"a": SPOKEN, "b": SPOKEN[:3]})
