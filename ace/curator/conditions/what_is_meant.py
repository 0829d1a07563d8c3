"""Which decisions a condition is about: the actions, how they are taken, in which states, and what lets them pass."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ace.curator.conditions.clauses import Speaker, join, path_of, texts_of
from ace.curator.conditions.condition_tree import Group, Leaf, Tree, opposite, parts_of, split_at, tree_of
from runtime.rules.condition_tokens import text_of_literal, tokens_of

ANY_TOOL = "REQUEST_TOOL"
_ACTION_FIELDS = frozenset({"action.name", "action.kind"})
# What a clause about the action's name says of a tool.
_OF_TOOLS = {
    "the action is the last tool called": "that was called last",
    "the action is among the tools that have failed": "that has failed",
    "the action is among the tools called so far": "that has been called",
}


@dataclass(frozen=True)
class Meant:
    """The decisions that violate a rule, in parts that are all true of them.

    `only`: it is one of these actions; `but`: it is none of these; `how`: what the action is like; `states`: the rest
    of what must be so; `unless`: what lets it pass, one of these being enough.
    """

    only: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    how: tuple[str, ...] = ()
    states: tuple[Tree, ...] = ()
    unless: tuple[Tree, ...] = ()


def meant_by(when: Speaker, require: Speaker) -> Meant:
    """Return which decisions `when && !require` is true of. What fits no other part stays as a state or exception."""
    meant = Meant()
    for part in parts_of(_tree(when), "and"):
        with_it = _with_part(meant, part, when)
        meant = with_it or replace(meant, states=(*meant.states, part))
    for part in parts_of(_tree(require), "or"):
        with_it = _with_part(meant, opposite(part), require)
        meant = with_it or replace(meant, unless=(*meant.unless, part))
    return meant


def actions_meant(when: str) -> tuple[str, ...]:
    """Return the names or kinds of action a condition is limited to, none when it is about any."""
    only: tuple[str, ...] = ()
    for part in parts_of(tree_of(tuple(tokens_of(when))), "and"):
        names, is_positive = _limit(part)
        if names and is_positive:
            only = _both(only, names) or only
    return only


def _tree(speaker: Speaker) -> Tree:
    return tree_of(tuple(tokens_of(speaker.source)))


def _with_part(meant: Meant, part: Tree, speaker: Speaker) -> Meant | None:
    """Return `meant` with the part said of the action, None when the part cannot be said so."""
    names, is_positive = _limit(part)
    known = frozenset(name for path in _ACTION_FIELDS for name in speaker.choices.get(path, ()))
    if names and known.issuperset(names):
        return _with_limit(meant, names, is_positive)
    how = _how(part, speaker)
    if how:
        return replace(meant, how=(*meant.how, how))
    tool = _OF_TOOLS.get(speaker.say(part), "")
    if tool and not meant.but and meant.only in {(), (ANY_TOOL,)}:
        return replace(meant, only=(ANY_TOOL,), how=(*meant.how, tool))
    return None


def _with_limit(meant: Meant, names: tuple[str, ...], is_positive: bool) -> Meant | None:
    if is_positive:
        only = () if meant.but else _both(meant.only, names)
        return replace(meant, only=only) if only else None
    if not meant.only:
        return replace(meant, but=tuple(dict.fromkeys((*meant.but, *names))))
    left = tuple(name for name in meant.only if name not in names)
    # A tool left out of "a tool" is an exception; left out of what does not name it, it changes nothing.
    is_exception = ANY_TOOL in meant.only and ANY_TOOL not in names
    return replace(meant, only=left, but=meant.but) if left and not is_exception else None


def _both(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the actions that are meant by both; a tool's name is one of those meant by "a tool"."""
    if not one:
        return other
    for these, those in ((one, other), (other, one)):
        if these == (ANY_TOOL,) and not any(name.isupper() for name in those):
            return those
    return tuple(name for name in one if name in other)


def _limit(tree: Tree) -> tuple[tuple[str, ...], bool]:
    """Return the actions that a part names, and whether the action is one of them (else: none of them)."""
    if isinstance(tree, Group):
        limits = [_limit(part) for part in tree.parts]
        is_positive = tree.word == "or"
        if all(names and positive is is_positive for names, positive in limits):
            return tuple(dict.fromkeys(name for names, _ in limits for name in names)), is_positive
        return (), True
    names = ()
    for sign in ("==", "!=", "in"):
        sides = split_at(tree.tokens, sign)
        if len(sides) != 2:
            continue
        if sign != "in" and path_of(sides[1]) in _ACTION_FIELDS:
            sides = sides[::-1]
        if path_of(sides[0]) in _ACTION_FIELDS:
            literal = sides[1][0] if len(sides[1]) == 1 and sides[1][0].kind == "string" else None
            text = text_of_literal(literal.text) if literal and sign != "in" else None
            names = tuple(texts_of(sides[1])) if sign == "in" else (text,) if text else ()
            return names, (sign != "!=") is tree.is_true
    return names, True


def _how(tree: Tree, speaker: Speaker) -> str:
    """Return what the part says of the action as words that stand behind it, "" when it says something else."""
    if isinstance(tree, Group):
        parts = [_how(part, speaker) for part in tree.parts]
        return join(parts, tree.word) if all(parts) else ""
    clause = speaker.leaf(tree)
    path = next((path for path, said in speaker.words.items() if said.how[0] and clause.startswith(said.how[0])), "")
    start, instead = speaker.words[path].how if path else ("", "")
    return f"{instead}{clause.removeprefix(start)}" if start and not _reads_leaf_twice(tree, speaker) else ""


def _reads_leaf_twice(tree: Leaf, speaker: Speaker) -> bool:
    """True when the clause is no plain test, but source that was quoted."""
    return "`" in speaker.leaf(tree) and any(token.kind == "name" and token.text == "exists" for token in tree.tokens)
