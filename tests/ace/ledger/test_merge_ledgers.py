"""Ledgers of two copies made one."""

from pathlib import Path

import pytest

from ace.ledger.errors import LedgerError
from ace.ledger.ledger_ref import LEDGER_REF, add_uses, ledger_tip, read_ledger
from ace.ledger.merge_ledgers import merge_ledgers
from runtime.rules.git_read import GitError
from tests.ace.building import git
from tests.ace.ledger.ledger_setup import P1, P2, P3, WHO, looked_at, repository, sample, use


@pytest.fixture
def copies(tmp_path: Path) -> tuple[Path, Path]:
    """Two copies that share one use and have counted one more each, and more of the shared one."""
    one = repository(tmp_path / "one")
    add_uses(one, [use(P1, sample(1))], WHO)
    git(tmp_path, "clone", "-q", "one", "two")
    two = tmp_path / "two"
    git(two, "fetch", "-q", "origin", f"{LEDGER_REF}:{LEDGER_REF}")
    add_uses(one, [use(P2, sample(2)), use(P1, sample(3), verdict="confirmed")], WHO)
    add_uses(two, [use(P3, sample(3)), use(P1, sample(4))], WHO)
    return one, two


def test_every_use_of_either_counts_once(copies: tuple[Path, Path]) -> None:
    one, two = copies
    git(two, "fetch", "-q", "origin", LEDGER_REF)
    merged = merge_ledgers(two, "FETCH_HEAD", WHO)
    assert looked_at(merged) == {P1: {"c1~a", "c3~a", "c4~a"}, P2: {"c2~a"}, P3: {"c3~a"}}
    assert merged.uses[use(P1).id].verdict == "confirmed"
    assert merged == read_ledger(two)
    assert merge_ledgers(two, "FETCH_HEAD", WHO) == merged
    git(two, "push", "-q", "origin", LEDGER_REF)
    assert read_ledger(one) == merged


def test_both_sides_come_to_the_same_uses(copies: tuple[Path, Path]) -> None:
    one, two = copies
    before = ledger_tip(one)
    git(one, "fetch", "-q", str(two), LEDGER_REF)
    there = merge_ledgers(one, "FETCH_HEAD", WHO)
    git(two, "fetch", "-q", str(one), before)
    assert merge_ledgers(two, "FETCH_HEAD", WHO).uses == there.uses


def test_one_that_is_only_ahead_is_moved_on_to(copies: tuple[Path, Path], tmp_path: Path) -> None:
    one, _ = copies
    git(tmp_path, "clone", "-q", "one", "three")
    three = tmp_path / "three"
    for depth in (f"{LEDGER_REF}~1", LEDGER_REF):
        tip = git(one, "rev-parse", depth).strip()
        git(three, "fetch", "-q", str(one), LEDGER_REF)
        assert merge_ledgers(three, tip, WHO).commit == tip
    assert merge_ledgers(three, f"{LEDGER_REF}~1", WHO).commit == tip


def test_ledgers_without_a_common_commit_unite(tmp_path: Path) -> None:
    one, two = repository(tmp_path / "one"), repository(tmp_path / "two")
    add_uses(one, [use(P1, sample(1))], WHO)
    add_uses(two, [use(P2, sample(2))], WHO)
    git(one, "fetch", "-q", str(two), LEDGER_REF)
    assert looked_at(merge_ledgers(one, "FETCH_HEAD", WHO)) == {P1: {"c1~a"}, P2: {"c2~a"}}


def test_what_is_no_ledger_is_not_merged(copies: tuple[Path, Path]) -> None:
    one, _ = copies
    (one / "README").write_text("code")
    git(one, "add", "README")
    git(one, "commit", "-q", "-m", "Code")
    tip = ledger_tip(one)
    with pytest.raises(LedgerError, match="README: is no file of a ledger"):
        merge_ledgers(one, "HEAD", WHO)
    with pytest.raises(GitError, match="there is no commit 'gone'"):
        merge_ledgers(one, "gone", WHO)
    assert ledger_tip(one) == tip
