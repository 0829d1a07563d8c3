"""`ace samples status`, `merge` and `vault` in the terminal."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.ledger.ledger_ref import add_uses, read_ledger
from tests.ace.building import git, small_session
from tests.ace.cycle.ablation.ablation_setup import HARM, NEVER, accepted_long_ago
from tests.ace.ledger.ledger_setup import P1, P2, WHO, use
from tests.conftest import Ran

SIMULATED = "schema: 1\ncontroller: {kind: simulated}\ngate: {trials: 1, vault_share: 0.1}\n"


def test_status_counts_what_another_copy_used_once_it_is_merged(
    starter: Path, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    git(tmp_path, "clone", "-q", str(starter), "copy")
    copy = str(tmp_path / "copy")
    sample = small_session(starter).samples("sealed")[0][0]
    add_uses(starter, [use(P1, sample, simulated=True)], WHO)
    before = ace("samples", "status", "-C", copy, "--controller", "simulated")
    assert before.code == 0, before.err
    assert "ledger: nothing was used in this copy; if another has one: git fetch origin refs/ace/ledger" in before.out
    git(tmp_path / "copy", "fetch", "-q", "origin", "refs/ace/ledger")
    merged = ace("samples", "merge", "FETCH_HEAD", "-C", copy)
    assert (merged.code, merged.err) == (0, "")
    assert "1 confirmation" in merged.out
    after = ace("samples", "status", "-C", copy, "--controller", "simulated", "--json")
    assert (after.json["confirmations"], after.json["accepted"]) == (1, 0)


def test_two_copies_that_merge_have_every_use_and_re_test_of_both(
    starter: Path, tmp_path: Path, ace: Callable[..., Ran]
) -> None:
    accepted_long_ago(starter, HARM, NEVER)
    copies = (starter, tmp_path / "copy")
    git(tmp_path, "clone", "-q", str(starter), "copy")
    first, second = small_session(starter).samples("sealed")[0][:2]
    # The first sample serves both: it must count twice.
    add_uses(copies[0], [use(P1, first, simulated=True)], WHO)
    add_uses(copies[1], [use(P2, first, second, simulated=True)], WHO)
    for copy in copies:
        assert ace("run", "-q", "-C", str(copy), "--limit", "6").code == 0
        assert "2 rules due" in ace("ablate", "--due", "-q", "-C", str(copy)).out
    for mine, other in (copies, copies[::-1]):
        git(mine, "fetch", "-q", str(other), "refs/ace/ledger")
        assert ace("samples", "merge", "FETCH_HEAD", "-C", str(mine)).code == 0
    ledgers = [read_ledger(copy) for copy in copies]
    assert ledgers[0].commit == ledgers[1].commit
    assert (ledgers[0].count(first), ledgers[0].count(second)) == (2, 1)
    assert {one.rule for one in ledgers[0].retests.values()} == {HARM, NEVER}
    for copy in copies:
        assert "no rule is due" in ace("ablate", "--due", "-q", "-C", str(copy)).out


def test_a_broken_ledger_is_one_clear_line(starter: Path, ace: Callable[..., Ran]) -> None:
    git(starter, "update-ref", "refs/ace/ledger", "HEAD")
    ran = ace("samples", "status", "-C", str(starter))
    assert (ran.code, ran.out) == (1, "")
    assert "is no file of a ledger" in ran.err
    assert "deleting it would make used samples look fresh" in ran.err
    assert "Traceback" not in ran.err


def test_the_vault_is_scored_once_a_month(starter: Path, ace: Callable[..., Ran]) -> None:
    (starter / "ace.yaml").write_text(SIMULATED)
    none = ace("samples", "status", "-C", str(starter), "--json").json["vault"]
    assert isinstance(none, dict)
    assert none["last"] is None
    ran = ace("samples", "vault", "-C", str(starter), "-q")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("vault, simulated: ")
    again = ace("samples", "vault", "-C", str(starter), "-q")
    assert (again.code, again.out) == (1, "")
    assert "in the last 30 days" in again.err
    last = ace("samples", "status", "-C", str(starter), "--json").json["vault"]
    assert isinstance(last, dict)
    assert last["last"]["success"] is not None


@pytest.mark.parametrize("name", ["status", "merge", "vault"])
def test_help_has_an_example(name: str, ace: Callable[..., Ran]) -> None:
    ran = ace("samples", name, "--help")
    assert ran.code == 0
    assert "Example:" in ran.out


def test_merging_what_is_not_there(starter: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("samples", "merge", "gone", "-C", str(starter))
    assert (ran.code, ran.out) == (1, "")
    assert "there is no commit 'gone'" in ran.err
    assert ace("samples", "merge", "", "-C", str(starter)).code == 64


def test_a_user_can_share_the_ledger_by_git_alone(starter: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "hub.git")], check=True)
    git(starter, "remote", "add", "origin", str(tmp_path / "hub.git"))
    commit = add_uses(starter, [use(P1, small_session(starter).samples("sealed")[0][0])], WHO)
    git(starter, "push", "-q", "origin", "refs/ace/ledger")
    assert git(tmp_path / "hub.git", "rev-parse", "refs/ace/ledger").strip() == commit
