"""Which decisions a condition is about: the actions, how they are taken, in which states, and what lets them pass."""

from dataclasses import dataclass, replace

from ace.curator.conditions.clauses import ACTION_FIELDS, Speaker, join, path_of, texts_of
from ace.playbook.condition_tree import Group, Tree, opposite, parts_of, split_at, tree_of
from runtime.rules.condition_tokens import text_of_literal, tokens_of
from runtime.rules.fields_read import references

ANY_TOOL = "REQUEST_TOOL"
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
    # First what the action is, then what it is not.
    for part in sorted(parts_of(_tree(when), "and"), key=_is_positive, reverse=True):
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
        if _is_positive(part):
            only = _both(only, _limit(part)[0]) or only
    return only


def _tree(speaker: Speaker) -> Tree:
    return tree_of(tuple(tokens_of(speaker.source)))


def _with_part(meant: Meant, part: Tree, speaker: Speaker) -> Meant | None:
    """Return `meant` with the part said of the action, None when the part cannot be said so."""
    names, is_positive = _limit(part)
    if names and all(any(speaker.is_known(path, name) for path in ACTION_FIELDS) for name in names):
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
    # A tool left out of "a tool" is an exception; what was not meant anyway is none.
    tools = tuple(name for name in names if not name.isupper()) if ANY_TOOL in left else ()
    return replace(meant, only=left, but=tuple(dict.fromkeys((*meant.but, *tools)))) if left else None


def _both(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the actions that are meant by both; a tool's name is one of those meant by "a tool"."""
    if not one:
        return other
    for these, those in ((one, other), (other, one)):
        # Kinds of action are written in capitals.
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
    names: tuple[str, ...] = ()
    for sign in ("==", "!=", "in"):
        sides = split_at(tree.tokens, sign)
        if len(sides) != 2:
            continue
        if sign != "in" and path_of(sides[1]) in ACTION_FIELDS:
            sides = sides[::-1]
        if path_of(sides[0]) in ACTION_FIELDS:
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
    found = next(references(tree.tokens), None)
    said = speaker.words.get(found.path) if found is not None else None
    start, instead = said.how if said is not None else ("", "")
    clause = speaker.leaf(tree)
    return f"{instead}{clause.removeprefix(start)}" if start and clause.startswith(start) else ""


def _is_positive(part: Tree) -> bool:
    names, is_positive = _limit(part)
    return bool(names) and is_positive
