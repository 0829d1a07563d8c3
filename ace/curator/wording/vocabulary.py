"""The words rules are written in: plain English, what the agent's own documentation says, what people have reviewed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ace.curator.remedies import REMEDIES
from ace.curator.wording.words_of import words_of
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule

_ACRONYM = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]+(?![A-Za-z0-9_])")
_PARTS = re.compile(r"[._]")


@dataclass(frozen=True)
class Vocabulary:
    """`words`: lower case, without inflection differences resolved; `names`: actions, tools and fields, as written.

    `acronyms`: words in capitals that the documentation, the reviewed rules or a person uses; `added`: words a person
    has allowed by name, which no list of words to keep out overrides.
    """

    words: frozenset[str]
    names: frozenset[str]
    acronyms: frozenset[str] = frozenset()
    added: frozenset[str] = frozenset()

    @cached_property
    def actions(self) -> frozenset[str]:
        """The names that are no field paths: actions and tools."""
        return frozenset(name for name in self.names if "." not in name)


def vocabulary_of(
    fields: Sequence[ContextField],
    tools: Mapping[str, str],
    actions: Iterable[str],
    reviewed: Iterable[Rule] = (),
    extra: Iterable[str] = (),
) -> Vocabulary:
    """Return what drafts for one agent may say.

    Words: the shipped list, the shipped remedies', the documentation of `fields` and `tools` (name -> description),
    the parts of all names, what the `reviewed` rules say, `extra` (`curator.words`). Names: the fields' paths and
    choices of `action.kind` and `action.name`, the tools, the `actions`.
    """
    listed = (choice for field in fields if field.path in {"action.kind", "action.name"} for choice in field.choices)
    names = frozenset({*(field.path for field in fields), *tools, *actions, *listed} - {"", "block", "convert"})
    extra = tuple(extra)
    texts = [*_documented(fields, tools), *_said(reviewed), *(f"{one.title} {one.text}" for one in REMEDIES.values())]
    parts = (part for name in names for part in _PARTS.split(name))
    words = {word for text in (*texts, *parts, *extra) for word in words_of(text)}
    singular = {word[:-1] for word in words if len(word) > 4 and word[-1] == "s" and word[-2] not in "su"}
    return Vocabulary(
        words=plain_words() | words | singular,
        names=names,
        acronyms=frozenset(found for text in (*texts, *extra) for found in _ACRONYM.findall(text)),
        added=frozenset(word for text in extra for word in words_of(text)),
    )


@cache
def plain_words() -> frozenset[str]:
    """Return the shipped words, lower case, without inflected forms."""
    lines = (Path(__file__).parent / "plain_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _documented(fields: Sequence[ContextField], tools: Mapping[str, str]) -> Iterator[str]:
    for field in fields:
        yield field.doc
        yield " ".join(field.choices).replace("_", " ")
    yield from tools.values()


def _said(rules: Iterable[Rule]) -> Iterator[str]:
    for rule in rules:
        yield from (rule.title, rule.text, rule.rationale)
