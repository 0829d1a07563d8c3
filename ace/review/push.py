"""Branches sent to a remote under a lease: never over a commit that is not the one expected there."""

import re
from pathlib import Path
from urllib.parse import unquote

from ace.review.errors import PushRejectedError
from ace.review.git_plumbing import QUIET
from ace.review.git_refs import ref_commit
from runtime.rules.git_read import GitError, decode_lines, run_git
from runtime.traces.redaction import redact_text

_HEADS = "refs/heads/"
_MOST_SAID = 600
_HIDDEN = "[redacted:credentials]"
_USER = re.compile(r"(https?://)([^\s/@]+)@", re.IGNORECASE)
# Nothing but the one branch goes, whatever the user's settings add to a push; a stalled connection is given up.
_ONLY_THIS = (
    *QUIET,
    "-c", "push.followTags=false",
    "-c", "push.recurseSubmodules=no",
    "-c", "push.gpgSign=false",
    "-c", "http.lowSpeedLimit=1",
    "-c", "http.lowSpeedTime=60",
)  # fmt: skip


def push_branch(repo: Path, remote: str, branch: str, *, expected: str) -> None:
    """Put `branch` at `remote` where it is here, only if it is at `expected` there; no hook here is run.

    `expected`: the full id of the commit the remote branch is known at, empty when it must not exist there.
    Raises: PushRejectedError when the branch is not here, the remote is unknown or cannot be reached, its branch is
        elsewhere, or the remote refuses (a hook, a protected branch).
    """
    ref = _HEADS + branch
    if not ref_commit(repo, ref):
        raise PushRejectedError(f"{repo}: there is no branch {branch} here to push; list the proposals again")
    _push(repo, remote, branch, expected, f"{ref}:{ref}")


def delete_remote_branch(repo: Path, remote: str, branch: str, *, expected: str) -> None:
    """Remove `branch` at `remote`, only if it is at `expected` (a full id) there. Raises: as `push_branch`."""
    if not expected:
        raise PushRejectedError(f"{branch}: nothing says where it is at {remote!r}, so it is not deleted there")
    _push(repo, remote, branch, expected, f":{_HEADS}{branch}")


def remote_tip(repo: Path, remote: str, branch: str) -> str:
    """Return the full id of the commit `branch` is at on `remote`, asked now; empty when it has none.

    Raises: PushRejectedError when the remote is unknown or cannot be reached.
    """
    _check_remote(repo, remote)
    ref = _HEADS + branch
    try:
        listing = decode_lines(run_git(repo, *_ONLY_THIS, "ls-remote", "--quiet", "--", remote, ref))
    except GitError as exc:
        # Without the cause: its message holds what was said as it came.
        raise PushRejectedError(_unreachable(remote, without_credentials(repo, remote, exc.stderr))) from None
    found = (line.partition("\t") for line in listing)
    return next((commit for commit, _, name in found if name == ref), "")


def without_credentials(repo: Path, remote: str, text: str) -> str:
    """Return `text`, what git or a server said, without the user and password in the addresses of `remote`.

    A server may echo them, also without the address around them. Other secrets are taken out too.
    """
    asked = (run_git(repo, "remote", "get-url", "--all", *to, "--", remote, check=False) for to in ((), ("--push",)))
    for address in dict.fromkeys(line for listing in asked for line in decode_lines(listing)):
        for secret in _secrets(address):
            # One that is a part of a longer word says nothing, and the word would be lost.
            text = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", _HIDDEN, text)
    return _USER.sub(rf"\1{_HIDDEN}@", redact_text(text))


def _secrets(address: str) -> tuple[str, ...]:
    """Return what is secret in an http address: `user:password`, the password, or a user that stands alone."""
    found = _USER.match(address)
    if found is None:
        return ()
    user, _, password = found[2].partition(":")
    written = (found[2], password or user)
    return tuple(dict.fromkeys(word for part in written for word in (part, unquote(part)) if word))


def _push(repo: Path, remote: str, branch: str, expected: str, refspec: str) -> None:
    _check_remote(repo, remote)
    lease = f"--force-with-lease={_HEADS}{branch}:{expected}"
    arguments = ("push", "--no-verify", "--no-progress", lease, "--", remote, refspec)
    try:
        run_git(repo, *_ONLY_THIS, *arguments)
    except GitError as exc:
        said = without_credentials(repo, remote, exc.stderr)
        raise PushRejectedError(_refusal(repo, remote, branch, expected, said)) from None


def _check_remote(repo: Path, remote: str) -> None:
    names = decode_lines(run_git(repo, "remote"))
    if remote not in names:
        known = ", ".join(names) or "none"
        raise PushRejectedError(
            f"{repo}: there is no remote {remote!r}; remotes here: {known}. Add it (`git remote add`), or name "
            "another as `review.remote`"
        )


def _refusal(repo: Path, remote: str, branch: str, expected: str, stderr: str) -> str:
    """Return what, where and what to do. The remote is asked again only where its branch is elsewhere."""
    # What the other side says has `remote:` before it, so it cannot pass for git's own line.
    own = [line.strip() for line in stderr.split("\n") if line.startswith(" ! [")]
    if any("[rejected]" in line and line.endswith("(stale info)") for line in own):
        there = remote_tip(repo, remote, branch)
        place = f"is at {there[:12]}" if there else "does not exist"
        wanted = f"at {expected[:12]}" if expected else "not to exist"
        return (
            f"{branch} {place} at {remote!r}, expected {wanted}: it was moved by somebody else, so it is left as it "
            f"is; look at it (git fetch {remote}), then take it over or delete it there"
        )
    if own:
        said = [line for line in stderr.split("\n") if line.startswith("remote: ") and line.strip() != "remote:"]
        return (
            f"{remote!r} refuses {branch}: {' '.join([*own, *said])[:_MOST_SAID]}; it stays here as it is. Allow "
            "pushes to branches ace/p/... there (branch protection, hooks), or give an account that may"
        )
    return _unreachable(remote, stderr)


def _unreachable(remote: str, stderr: str) -> str:
    said = " ".join(stderr.split())[:_MOST_SAID] or "no message"
    return (
        f"remote {remote!r} cannot be used: {said}; check its address (git remote get-url {remote}), the network and "
        "this account's rights. Nothing was changed there"
    )
