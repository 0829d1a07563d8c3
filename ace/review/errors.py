"""Errors of the review package.

ReviewError                  base; str() says what, where, what to do
|-- UnsafePathError          a path that must not be written into a repository
|-- NoBaseError              there is no commit to propose against
|-- BranchBlockedError       a ref cannot be written: a name in the way, or checked out in a worktree
|-- PushRejectedError        a remote does not take a branch, or cannot be reached
|-- BranchMovedError         a ref is not where the caller last saw it
|-- ProposalError            a proposal contradicts itself, changes nothing, or is hands-off
|   `-- UnknownProposalError no proposal has that name
`-- EvidenceError            an evidence record is missing or cannot be read
"""


class ReviewError(Exception):
    """Base of every error this package raises on purpose."""


class UnsafePathError(ReviewError):
    """A path that must not be written into a repository."""


class NoBaseError(ReviewError):
    """There is no commit, or no single branch, to propose against."""


class BranchBlockedError(ReviewError):
    """A ref cannot be written: another name is in the way, or a worktree has it checked out."""


class BranchMovedError(ReviewError):
    """A ref is not where the caller last saw it."""


class PushRejectedError(ReviewError):
    """A remote does not take a branch, or cannot be reached."""


class ProposalError(ReviewError):
    """A proposal contradicts itself, changes nothing, or belongs to a person by now."""


class UnknownProposalError(ProposalError):
    """No proposal has that name."""


class EvidenceError(ReviewError):
    """An evidence record is missing or cannot be read."""
