"""The ledger in a repository."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.ledger.errors import LedgerError
from ace.ledger.ledger import Ledger
from ace.ledger.ledger_commit import commit_ledger, move_ref
from ace.ledger.ledger_ref import LEDGER_REF, add_score, add_uses, changed_files, ledger_tip, read_ledger, swap
from ace.ledger.use import write_use
from ace.ledger.vault import VaultScore
from tests.ace.building import git
from tests.ace.ledger.ledger_setup import P1, P2, WHO, ledger, looked_at, repository, sample, use

TOP = Path(__file__).resolve().parents[3]
ADD = """
import sys
from pathlib import Path
from ace.ledger.ledger_ref import add_uses
from tests.ace.ledger.ledger_setup import WHO, sample, use

repo, first = Path(sys.argv[1]), int(sys.argv[2])
for number in range(first, first + 50):
    add_uses(repo, [use(f"{number:012x}", sample(number))], WHO)
"""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository that no ledger is in yet."""
    return repository(tmp_path / "r")


def test_where_nothing_was_used_the_ledger_is_empty(repo: Path) -> None:
    assert ledger_tip(repo) == ""
    assert read_ledger(repo) == Ledger({})


def test_uses_are_read_back_and_nothing_else_moves(repo: Path) -> None:
    (repo / "mine.txt").write_text("not committed")
    before = git(repo, "for-each-ref"), git(repo, "status", "--porcelain"), git(repo, "rev-parse", "HEAD")
    uses = [use(P1, sample(1), sample(2)), use(P2, sample(1), verdict="harmful")]
    commit = add_uses(repo, uses, WHO)
    assert read_ledger(repo) == Ledger({one.id: one for one in uses}, {}, commit)
    git(repo, "update-ref", "refs/keep", commit)
    git(repo, "update-ref", "-d", LEDGER_REF)
    git(repo, "update-ref", "-d", "refs/keep")
    assert (git(repo, "for-each-ref"), git(repo, "status", "--porcelain"), git(repo, "rev-parse", "HEAD")) == before


def test_going_on_counts_nothing_twice(repo: Path) -> None:
    first = add_uses(repo, [use(P1, sample(1))], WHO)
    assert add_uses(repo, [use(P1, sample(1), when="2031-01-01T00:00:00Z")], WHO) == first
    add_uses(repo, [use(P1, sample(1), sample(2))], WHO)
    add_uses(repo, [use(P1, verdict="no effect")], WHO)
    (found,) = read_ledger(repo).uses.values()
    assert found == use(P1, sample(1), sample(2), verdict="no effect")
    assert git(repo, "rev-list", "--count", LEDGER_REF).strip() == "3"


def test_it_is_the_same_in_a_bare_repository_and_a_worktree(repo: Path, tmp_path: Path) -> None:
    add_uses(repo, [use(P1, sample(1))], WHO)
    git(repo, "worktree", "add", "-q", "--detach", str(tmp_path / "tree"))
    add_uses(tmp_path / "tree", [use(P2, sample(2))], WHO)
    assert looked_at(read_ledger(repo)) == {P1: {"c1~a"}, P2: {"c2~a"}}
    git(tmp_path, "clone", "-q", "--bare", str(repo), "bare.git")
    assert read_ledger(tmp_path / "bare.git") == Ledger({})
    add_uses(tmp_path / "bare.git", [use(P2, sample(2))], WHO)
    assert looked_at(read_ledger(tmp_path / "bare.git")) == {P2: {"c2~a"}}


def test_two_processes_at_once_lose_no_use(repo: Path) -> None:
    children = [
        subprocess.Popen([sys.executable, "-c", ADD, str(repo), first], cwd=TOP, stderr=subprocess.PIPE, text=True)
        for first in ("0", "50")
    ]
    for child in children:
        _, problem = child.communicate(timeout=120)
        assert child.returncode == 0, problem
    assert looked_at(read_ledger(repo)) == {f"{number:012x}": {f"c{number}~a"} for number in range(100)}
    assert git(repo, "rev-list", "--count", LEDGER_REF).strip() == "100"


def test_a_score_of_the_vault_is_kept_beside_uses(repo: Path) -> None:
    score = VaultScore.model_validate(
        {"arm": "a-1", "commit": "c", "controller": "m", "simulated": False, "when": "2026-11-30T00:00:00Z"}
        | {"cases": 1, "samples": 3}
    )
    add_uses(repo, [use(P1, sample(1))], WHO)
    add_score(repo, score, WHO)
    done = score.model_copy(update={"success": 0.5})
    commit = add_score(repo, done, WHO)
    assert add_score(repo, score, WHO) == commit
    found = read_ledger(repo)
    assert (dict(found.vault), len(found.uses)) == ({"a-1": done}, 1)


def test_only_what_differs_is_written() -> None:
    known = ledger(use(P1, sample(1)), use(P2, sample(1)))
    more = ledger(use(P1, sample(1)), use(P2, sample(2)))
    assert changed_files(known, more) == {use(P2).path: write_use(use(P2, sample(1), sample(2)))}


def _bad_json(repo: Path) -> None:
    add_uses(repo, [use(P1, sample(1))], WHO)
    tip = ledger_tip(repo)
    move_ref(repo, LEDGER_REF, commit_ledger(repo, [tip], {use(P1).path: b'{"schema": 1,'}, "x\n", WHO), tip)


def _newer(repo: Path) -> None:
    move_ref(repo, LEDGER_REF, commit_ledger(repo, [], {use(P1).path: b'{"schema": 2}'}, "x\n", WHO), "")


def _other_files(repo: Path) -> None:
    move_ref(repo, LEDGER_REF, commit_ledger(repo, [], {"shards/aa": b"{}"}, "x\n", WHO), "")


def _missing_blob(repo: Path) -> None:
    tip = add_uses(repo, [use(P1, sample(1))], WHO)
    blob = git(repo, "rev-parse", f"{tip}:{use(P1).path}").strip()
    (repo / ".git" / "objects" / blob[:2] / blob[2:]).unlink()


def _missing_commit(repo: Path) -> None:
    tip = add_uses(repo, [use(P1, sample(1))], WHO)
    (repo / ".git" / "objects" / tip[:2] / tip[2:]).unlink()


def _no_commit(repo: Path) -> None:
    git(repo, "update-ref", LEDGER_REF, git(repo, "rev-parse", "HEAD^{tree}").strip())


def _garbage(repo: Path) -> None:
    path = repo / ".git" / LEDGER_REF
    path.parent.mkdir(parents=True)
    path.write_text("garbage\n")


def _emptied(repo: Path) -> None:
    _garbage(repo)
    (repo / ".git" / LEDGER_REF).write_text("")


@pytest.mark.parametrize(
    ("breaks", "says"),
    [
        pytest.param(_bad_json, "is not JSON", id="cut off"),
        pytest.param(_newer, "update ACE", id="newer schema"),
        pytest.param(_other_files, "shards/aa: is no file of a ledger, or one of a newer ACE", id="other files"),
        pytest.param(_missing_blob, "missing", id="missing file"),
        pytest.param(_missing_commit, "there is no commit", id="missing commit"),
        pytest.param(_no_commit, "there is no commit", id="a tree"),
        pytest.param(_garbage, "reference broken", id="garbage in the ref"),
        pytest.param(_emptied, "reference broken", id="empty ref file"),
    ],
)
def test_a_broken_ledger_is_refused_and_never_empty(repo: Path, breaks: Callable[[Path], None], says: str) -> None:
    breaks(repo)
    for call in (lambda: read_ledger(repo), lambda: add_uses(repo, [use(P2, sample(2))], WHO)):
        with pytest.raises(LedgerError, match=says) as caught:
            call()
        assert f"git fetch origin +{LEDGER_REF}:{LEDGER_REF}" in str(caught.value)


def test_a_name_in_the_way_says_what_to_do(repo: Path) -> None:
    git(repo, "update-ref", "refs/ace/ledger/old", "HEAD")
    with pytest.raises(LedgerError, match=r"refs/ace/ledger/old.*start again"):
        add_uses(repo, [use(P1, sample(1))], WHO)


def test_a_commit_is_made_anew_on_what_another_wrote(repo: Path) -> None:
    tips: list[str] = []

    def commit(tip: str) -> str:
        tips.append(tip)
        if len(tips) == 1:
            move_ref(repo, LEDGER_REF, commit_ledger(repo, [], {}, "Another's\n", WHO), "")
        return commit_ledger(repo, [tip] if tip else [], {}, "Ours\n", WHO)

    end = swap(repo, commit)
    assert tips == ["", git(repo, "rev-parse", f"{end}^").strip()]
    assert ledger_tip(repo) == end
