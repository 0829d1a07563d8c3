"""Take a rejection back: its file says so from then on, which also counts where the rejection was merged."""

import re
from dataclasses import dataclass, replace

from ace.errors import NotFoundError
from ace.rejections.known_rejections import known_rejections
from ace.rejections.proposed_change import ProposalRefs, proposal_refs
from ace.rejections.reject_proposal import keeping, write_rejections
from ace.rejections.rejection import Rejection
from ace.rejections.share import share_rejections
from ace.review.fingerprint import proposal_id
from ace.session import Session
from runtime.rules.problem import did_you_mean

_NAME = re.compile(r"(?:refs/heads/)?(?:ace/p/|\.ace/rejected/)?([0-9a-f]{4,64})(?:\.yaml)?")


@dataclass(frozen=True)
class Withdrawn:
    """The rejection, now withdrawn, and in which commit of `ace/rejected`.

    `opened`: the commit the proposal was last at here, empty when it is not known; a branch at it opens it again.
    """

    rejection: Rejection
    commit: str
    opened: str
    shared: str = ""


def withdraw_rejection(session: Session, name: str, *, push: bool = False) -> Withdrawn:
    """Return the rejection that `name` stands for, taken back. `name`: proposal id, start of it, branch, file or rule.

    The file stays, with the day it was withdrawn: a file that is only removed from `ace/rejected` would still count
    where it was merged, and a branch that is gone would be noticed as rejected once more.
    Raises: NotFoundError when no standing rejection, or more than one, has that name; as `commit_rejections`.
    """
    place = keeping(session)
    today = session.clock.now()[:10]
    known = [one for one in known_rejections(place.repo, place.reviewed, place.remote) if one.withdrawn is None]
    found = _find(known, name)
    made = found.model_copy(update={"withdrawn": today})
    commit = write_rejections(session, place, [made])
    refs = proposal_refs(place.repo).get(proposal_id(made.fingerprint), ProposalRefs(""))
    done = Withdrawn(made, commit, "" if refs.branch else refs.opened)
    return replace(done, shared=share_rejections(place, commit)) if push else done


def _find(known: list[Rejection], name: str) -> Rejection:
    match = _NAME.fullmatch(name)
    found = [one for one in known if match and one.fingerprint.startswith(match[1])]
    found = found or [one for one in known if one.rule == name]
    if len(found) == 1:
        return found[0]
    if found:
        several = ", ".join(proposal_id(one.fingerprint) for one in found)
        raise NotFoundError(f"{len(found)} rejections are called {name!r}: {several}; give the id of one")
    names = [*(proposal_id(one.fingerprint) for one in known), *(one.rule for one in known)]
    near = f"; {did_you_mean(name, names)}" if names else "; nothing is rejected here"
    raise NotFoundError(f"no rejection is called {name!r}{near}; `ace reject --list` shows all of them")
