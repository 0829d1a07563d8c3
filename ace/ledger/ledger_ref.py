"""The ledger's ref: read whole or not at all, and moved by compare-and-swap so that no use is lost."""

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ace.ledger.errors import LedgerError
from ace.ledger.ledger import Ledger
from ace.ledger.ledger_commit import commit_ledger, move_ref
from ace.ledger.retest import Retest, joined_retests, read_retest, write_retest
from ace.ledger.use import Use, joined, read_use, write_use
from ace.ledger.vault import VaultScore, joined_scores, read_score, write_score
from ace.review.git_plumbing import Identity
from runtime.rules.git_read import GitError, read_blobs, resolve_commit, run_git

LEDGER_REF = "refs/ace/ledger"
_USES, _VAULT, _RETESTS = "uses/", "vault/", "retests/"
_TRIES = 100
_REMEDY = (
    f"Held-out samples cannot be counted, so none is used. Take the ledger from another copy "
    f"(git fetch origin +{LEDGER_REF}:{LEDGER_REF}), or from an earlier commit (git log {LEDGER_REF}; "
    f"git update-ref {LEDGER_REF} COMMIT); deleting it would make used samples look fresh"
)


def ledger_tip(repo: Path) -> str:
    """Return the commit the ledger is at, empty when there is none yet. Raises: LedgerError for a broken ref."""
    for _ in range(_TRIES):
        found = run_git(repo, "rev-parse", "--verify", "--quiet", LEDGER_REF, check=False).decode("ascii").strip()
        if found:
            return found
        # A ref that cannot be read gives nothing either: git is asked to swear that there is none.
        try:
            absent = f"verify {LEDGER_REF} {'0' * 40}\n".encode()
            run_git(repo, "update-ref", "--stdin", stdin=absent)
        except GitError as exc:
            problem = exc.stderr
            time.sleep(random.uniform(0, 0.02))
        else:
            return ""
    remedy = "Rename the ref that is in the way, then start again" if "cannot create" in problem else _REMEDY
    raise LedgerError(f"{repo}: {LEDGER_REF} cannot be read: {problem}. {remedy}")


def read_ledger(repo: Path, commit: str | None = None) -> Ledger:
    """Return the ledger at `commit`, or as it is now; an empty one only where nothing was ever used here.

    Raises: LedgerError when anything in it is missing or is not what a ledger holds, or is a newer ACE's.
    """
    tip = ledger_tip(repo) if commit is None else commit
    if not tip:
        return Ledger({})
    try:
        commit_id = resolve_commit(repo, tip)
        files = _files(repo, commit_id)
        uses = [read_use(path, data) for path, data in files.items() if path.startswith(_USES)]
        scores = [read_score(path, data) for path, data in files.items() if path.startswith(_VAULT)]
        retests = [read_retest(path, data) for path, data in files.items() if path.startswith(_RETESTS)]
    except (LedgerError, GitError) as exc:
        raise LedgerError(f"{repo}: ledger at {tip[:12]}: {exc}. {_REMEDY}") from exc
    return Ledger(
        uses={use.id: use for use in uses},
        vault={score.arm: score for score in scores},
        commit=commit_id,
        retests={one.path: one for one in retests},
    )


def add_uses(repo: Path, uses: Sequence[Use], identity: Identity) -> str:
    """Return the commit that counts `uses`, each united with what the ledger has of that confirmation.

    What is counted already makes no commit. Raises: LedgerError.
    """
    message = f"Count held-out samples of {', '.join(sorted({use.proposal for use in uses}))}\n"
    return _add(repo, Ledger({use.id: use for use in uses}), message, identity)


def add_score(repo: Path, score: VaultScore, identity: Identity) -> str:
    """Return the commit that holds a score of the vault; one that is there already makes none. Raises: LedgerError."""
    return _add(repo, Ledger({}, {score.arm: score}), f"Score the vault: {score.arm}\n", identity)


def add_retests(repo: Path, retests: Sequence[Retest], identity: Identity) -> str:
    """Return the commit that holds re-tests of rules; those that are there already make none. Raises: LedgerError."""
    message = f"Leave out again: {', '.join(sorted({one.rule for one in retests}))}\n"
    return _add(repo, Ledger({}, retests={one.path: one for one in retests}), message, identity)


def _add(repo: Path, more: Ledger, message: str, identity: Identity) -> str:
    def commit(tip: str) -> str:
        files = changed_files(read_ledger(repo, tip), more)
        return commit_ledger(repo, [tip] if tip else [], files, message, identity) if files else tip

    return swap(repo, commit)


def changed_files(known: Ledger, more: Ledger) -> dict[str, bytes]:
    """Return the files, by path, in which `known` united with `more` differs from `known`."""
    out: dict[str, bytes] = {}
    for name, use in more.uses.items():
        united = joined([known.uses[name], use]) if name in known.uses else joined([use])
        if united != known.uses.get(name):
            out[united.path] = write_use(united)
    for name, score in more.vault.items():
        settled = joined_scores([known.vault[name], score]) if name in known.vault else score
        if settled != known.vault.get(name):
            out[settled.path] = write_score(settled)
    for path, one in more.retests.items():
        kept = joined_retests([known.retests[path], one]) if path in known.retests else one
        if kept != known.retests.get(path):
            out[path] = write_retest(kept)
    return out


def swap(repo: Path, commit: Callable[[str], str]) -> str:
    """Return where the ledger is after moving it from its tip to `commit(tip)`; made anew when another was faster.

    Raises: LedgerError when it cannot be moved.
    """
    problem = ""
    for attempt in range(_TRIES):
        tip = ledger_tip(repo)
        try:
            new = commit(tip)
            if new != tip:
                move_ref(repo, LEDGER_REF, new, tip)
        except GitError as exc:
            problem = str(exc)
            # A lock that is there is another process's, or was left by one that was killed: tried, but not for ever.
            if ledger_tip(repo) == tip and "File exists" not in exc.stderr:
                break
            time.sleep(random.uniform(0, 0.01 * min(attempt + 1, 10)))
        else:
            return new
    raise LedgerError(
        f"{repo}: {LEDGER_REF} cannot be written, so no held-out sample is used: {problem}. Correct that (a lock file "
        "that no running git holds may be removed), then start again: what was counted is not counted twice"
    )


def _files(repo: Path, commit: str) -> dict[str, bytes]:
    """Return the bytes of every file in the ledger's tree, by path."""
    output = run_git(repo, "ls-tree", "-r", "-z", "--full-tree", commit)
    blobs: dict[str, str] = {}
    for record in output.split(b"\0")[:-1]:
        info, _, name = record.partition(b"\t")
        mode, _, blob = info.decode("ascii").split(" ")
        path = name.decode("utf-8", "backslashreplace")
        if mode != "100644" or not path.startswith((_USES, _VAULT, _RETESTS)):
            raise LedgerError(f"{path}: is no file of a ledger, or one of a newer ACE")
        blobs[path] = blob
    content = read_blobs(repo, blobs.values())
    return {path: content[blob] for path, blob in blobs.items()}
