"""The words rules are written in: plain English, what the agent's own documentation says, what people have reviewed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Vocabulary:
    """`words`: lower case, without inflection differences resolved; `names`: actions, tools and fields, as written."""

    words: frozenset[str]
    names: frozenset[str]
