"""A commit object as it was written. Pure.

Read from the raw object, because what `git log` prints of it depends on settings, grafts and shallow borders.
"""

from typing import NamedTuple


class CommitObject(NamedTuple):
    """`parents` are full ids; `author` and `committer` are addresses; what is not UTF-8 survives as surrogates."""

    parents: tuple[str, ...]
    author: str
    committer: str
    message: str

    @property
    def subject(self) -> str:
        """The first paragraph on one line."""
        return " ".join(self.message.lstrip("\n").partition("\n\n")[0].split("\n")).strip()

    @property
    def trailers(self) -> str:
        """The last paragraph, empty when it is also the first."""
        _, blank, last = self.message.strip("\n").rpartition("\n\n")
        return last if blank else ""


def parse_commit(data: bytes) -> CommitObject:
    """Return the commit in `data`, the object's bytes without its header."""
    head, _, message = data.partition(b"\n\n")
    parents: list[str] = []
    people = {"author": "", "committer": ""}
    # A header's further lines, of a signature for example, start with a blank.
    for line in head.decode("utf-8", "surrogateescape").split("\n"):
        name, _, value = line.partition(" ")
        if name == "parent":
            parents.append(value)
        elif name in people:
            people[name] = value.rpartition("<")[2].partition(">")[0]
    text = message.decode("utf-8", "surrogateescape")
    return CommitObject(tuple(parents), people["author"], people["committer"], text)
