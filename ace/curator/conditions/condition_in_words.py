"""A rule's condition in plain English: what a reviewer reads, and what a rule without a written remedy says."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ace.curator.conditions.clauses import Speaker, in_backquotes, join, joined, speaker_of
from ace.curator.conditions.what_is_meant import ANY_TOOL, Meant, actions_meant, meant_by
from ace.playbook.condition_tree import Group, Leaf, Tree, group_of, opposite, parts_of, tree_of
from runtime.contracts.condition_context import ContextField
from runtime.rules.condition_tokens import tokens_of

__all__ = ["Sentence", "actions_meant", "condition_in_words", "sentence_of"]
_NEGATIVE = re.compile(r"\b(?:not?|none|neither|fewer|less|at most|without)\b")


class Sentence(NamedTuple):
    """What a condition asks for. `short`: what it is about, as a title; `asks_for`: the actions it tells to take.

    `holds_back`: the actions it tells not to take; `is_about_how`: only where they are taken in some way.
    """

    text: str
    short: str
    asks_for: tuple[str, ...] = ()
    holds_back: tuple[str, ...] = ()
    is_about_how: bool = False


def condition_in_words(when: str | None, require: str | None, fields: Sequence[ContextField]) -> str:
    """Return one sentence that says what the condition asks for; "" for a rule that has none.

    "Do not use `web_browser` unless the local index has been searched in this episode." Total: what there are no words
    for is quoted in backquotes, or only said to be there where it holds words that nobody documented. The words are
    those of the fields' documentation (`field_words`).
    """
    return sentence_of(when, require, fields).text if when is not None else ""


def sentence_of(
    when: str, require: str | None, fields: Sequence[ContextField], otherwise: str | None = None
) -> Sentence:
    """Return the sentence for a condition and for the action to take instead, and what it asks for."""
    about, asked = speaker_of(when or "true", fields), speaker_of(require or "false", fields)
    meant = meant_by(about, asked)
    while_ = _while(about, meant)
    short = f"When not to {_do(meant)}"
    if not require:
        return Sentence(_sentence("while", while_, f"this is about decisions to {_do(meant)}"), short)
    tree = tree_of(tuple(tokens_of(require)))
    if isinstance(tree, Leaf) and tree.constant is True:
        return Sentence(_sentence("while", while_, f"nothing is asked before you {_do(meant)}"), short)
    if meant.but and not meant.only and not meant.how:
        return _positive(meant.but, meant, about, asked)
    is_any = not (meant.only or meant.but or meant.how or _reads_action(meant))
    if is_any and otherwise:
        return _positive((otherwise,), meant, about, asked)
    main = "take no action" if is_any else f"do not {_do(meant)}"
    short = f"When to {main}" if is_any else short
    return Sentence(
        _sentence("while", while_, main + _unless(asked, meant)), short, (), meant.only, is_about_how=bool(meant.how)
    )


def _positive(actions: tuple[str, ...], meant: Meant, about: Speaker, asked: Speaker) -> Sentence:
    """Return "When .., use .."; what must not be true for it to be let pass is one more thing that is so."""
    names = _names(actions, "only " if len(actions) > 1 else "")
    tree = group_of("or", meant.unless) if meant.unless else None
    if tree is None or not _is_told_by_no(asked, tree):
        return Sentence(
            _sentence("when", _while(about, meant), f"{names}{_unless(asked, meant)}"), f"When to {names}", actions
        )
    not_passed = parts_of(opposite(tree), "and")
    clauses = [about.say(part, 1) for part in meant.states] + [asked.say(part, 1) for part in not_passed]
    is_mixed = any(isinstance(part, Group) for part in (*meant.states, *not_passed))
    rest = joined(clauses, "and", is_mixed=is_mixed)
    return Sentence(_sentence("when", rest, names), f"When to {names}", actions)


def _while(speaker: Speaker, meant: Meant) -> str:
    return speaker.say(group_of("and", meant.states)) if meant.states else ""


def _unless(speaker: Speaker, meant: Meant) -> str:
    """Return " unless .." or, where that is plainer, " when .." with the opposite; "" where nothing lets it pass."""
    if not meant.unless:
        return ""
    tree = group_of("or", meant.unless)
    if _is_told_by_no(speaker, tree):
        return f" when {speaker.say(opposite(tree))}"
    return f" unless {speaker.say(tree)}"


def _is_told_by_no(speaker: Speaker, tree: Tree) -> bool:
    """True when what must not be is plainer than what must: a test is a negation, and its opposite is none.

    Of alternatives each has to be one; of what must all be so, one is enough ("unless it does not" is hard to read).
    """
    if isinstance(tree, Group):
        told = [_is_told_by_no(speaker, part) for part in tree.parts]
        return any(told) if tree.word == "and" else all(told)
    said, not_said = speaker.say(tree), speaker.say(opposite(tree))
    if any(word.is_told_by_no and said == word.yes for word in speaker.words.values()):
        return True
    return bool(_NEGATIVE.search(said)) and not _NEGATIVE.search(not_said)


def _reads_action(meant: Meant) -> bool:
    """True when a state or exception is about the action itself, so that not every action is meant."""
    return any(_names_action(tree) for tree in (*meant.states, *meant.unless))


def _names_action(tree: Tree) -> bool:
    if isinstance(tree, Group):
        return any(_names_action(part) for part in tree.parts)
    return any(token.text == "action" for token in tree.tokens)


def _do(meant: Meant) -> str:
    """Return the actions meant, as what one does: "call a tool that has failed"."""
    how = _of_kind(join(meant.how, "and"), meant.only) if meant.how else ""
    if not meant.only and not meant.but:
        if not how:
            return "take that action" if any(_names_action(tree) for tree in meant.states) else "take an action"
        if len(meant.how) == 1 and how.startswith("with a text that "):
            return f"write {how.removeprefix('with ')}"
        if how.startswith("in a way that repeats an earlier"):
            return how.replace("in a way that repeats", "repeat", 1)
        return f"take an action {how}"
    if not meant.only:
        did = f"take an action other than {_listed(meant.but)}"
    else:
        did = _names(meant.only, "", meant.but)
    return f"{did} {how}".strip().replace("a tool that was called last", "the tool that was called last")


def _names(actions: Sequence[str], only: str, but: Sequence[str] = ()) -> str:
    """Return "call a tool or use `HINT`"; `only` stands where the verb is."""
    except_ = f" other than {_listed(but)}" if but else ""
    others = [in_backquotes(name) for name in actions if name != ANY_TOOL]
    tools = [f"call a tool{except_}"] if ANY_TOOL in actions else []
    used = [f"use {'' if tools else only}{join(others, 'or')}"] if others else []
    return f"{only if tools else ''}{join([*tools, *used], 'or')}"


def _listed(names: Sequence[str]) -> str:
    return join(["a tool call" if name == ANY_TOOL else in_backquotes(name) for name in names], "or")


def _of_kind(how: str, only: Sequence[str]) -> str:
    """Return what is said of calls and responses as said of what the actions are."""
    is_call = [name == ANY_TOOL or not name.isupper() for name in only]
    if not is_call or len(set(is_call)) > 1:
        return how
    one, many = ("call", "calls") if is_call[0] else ("response", "responses")
    return how.replace("call or response", one).replace("calls or responses", many)


def _sentence(word: str, rest: str, main: str) -> str:
    text = f"{word} {rest}, {main}." if rest else f"{main}."
    return text[0].upper() + text[1:]
