"""`ace promote`."""

from collections.abc import Callable
from pathlib import Path

from tests.ace.building import git
from tests.conftest import Ran

RULE = "hints.one-level-at-a-time"


def test_it_makes_a_branch_that_a_person_merges(starter: Path, ace: Callable[..., Ran]) -> None:
    at = ("-C", str(starter))
    made = ace("promote", RULE, *at, "--json")
    assert made.code == 0, made.err
    branch = str(made.json["branch"])
    assert "promotes  to a gate" in ace("diff", str(made.json["proposal"]), *at).out
    git(starter, "merge", "-q", branch)
    again = ace("promote", RULE, *at)
    assert (again.code, "is a gate already" in again.err) == (1, True)


def test_an_unknown_rule_exits_1(starter: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("promote", "hints.nothing", "-C", str(starter))
    assert (ran.code, ran.out) == (1, "")
    assert "no rule 'hints.nothing' on main" in ran.err
