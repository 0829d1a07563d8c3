"""What a condition is about, as its text must be: the actions it holds back, those it asks for, what it looks at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ace.curator.wording.concepts import ANTAGONISTS, closed_words, concepts_of
from ace.curator.wording.spoken_of import REVEALING, named_like
from ace.curator.wording.words_of import listed, words_of
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import Token, closing, text_at, text_of_literal, tokens_of
from runtime.rules.fields_read import references

_ACTION_FIELDS = frozenset({"action.kind", "action.name"})
_IMAGE = ("IMAGE", "ZOOM", "ENHANCE", "SEGMENT", "OCR", "VISION")
# A part of a field's path, and the actions it implies (parts of their names).
_IMPLIED: Mapping[str, tuple[str, ...]] = {
    "retrieval": ("RETRIEVE", "SEARCH"),
    "image": _IMAGE,
    "hint_level": ("HINT",),
    "answer_open": (*REVEALING, "HINT"),
    "attempts": REVEALING,
    "performance": REVEALING,
    "leaks_answer": REVEALING,
    "names_option": REVEALING,
    "unsafe_request": ("REFUSE",),
    "tools": ("TOOL",),
}
# Ways to go on talking with whoever is taught or served: what one of them is good for, the others are.
_TALKING = ("PROBE", "HINT", "QUIZ", "ASK")
_TALK_WORDS = listed("talk ask question guide respond student reply end")
_ASKED = ("retrieval", "image", "hint_level")


@dataclass(frozen=True)
class ConditionSays:
    """`restrained`: what the rule holds back; `asked`: what it asks for instead or first; `named`: all a text may name.

    `kindred`: what may be asked for as well, another way of talking. `looked_at`: actions whose having been taken the
    condition looks at; `concepts`: words for what else it looks at; `topics`: words that are beside the point nowhere;
    `of_required`: those of required fields; `of_when`: those of
    fields that `when` alone wants to be so. `against`: words for the opposite of a value the condition names; `closed`:
    words for a required field that is not so.
    `manner`: how the action is done is what is restrained (fields of `action` besides its name), by field name.
    """

    restrained: frozenset[str]
    asked: frozenset[str]
    kindred: frozenset[str]
    named: frozenset[str]
    looked_at: frozenset[str]
    concepts: frozenset[str]
    topics: frozenset[str]
    documented: frozenset[str]
    of_required: frozenset[str]
    of_when: frozenset[str]
    against: frozenset[str]
    closed: frozenset[str]
    manner: frozenset[str]


def condition_says(rule: Rule, fields: Sequence[ContextField], actions: frozenset[str]) -> ConditionSays:
    """Return what `rule`'s condition is about; `actions` are the names of the agent's actions and tools."""
    when, require = tuple(tokens_of(rule.when or "")), tuple(tokens_of(rule.require or ""))
    paths = tuple(dict.fromkeys(reference.path for part in (when, require) for reference in references(part)))
    literals = frozenset(_texts((*when, *require)))
    instead = {rule.otherwise.action} if rule.otherwise else set()
    if "convert" in instead:
        instead = set(named_like(("HINT",), actions))
    restrained = frozenset(_compared(when, "==")) | frozenset(_compared(require, "!="))
    demanded = frozenset(_compared(require, "=="))
    required_paths = [reference.path for reference in references(require)]
    asked = demanded | (frozenset(instead) & actions) | _implied(required_paths, _ASKED, actions)
    asked |= frozenset(text for text in _texts(require) if text in actions) - restrained
    talking = named_like(_TALKING, actions)
    kindred = talking - restrained - asked if asked & talking else frozenset[str]()
    if demanded and not restrained:
        restrained = actions - asked
    manner = frozenset(path.split(".", 1)[1] for path in paths if path.startswith("action.")) - {"kind", "name"}
    if "state.tools.last" in paths:
        manner |= {"repeats"}
    named = restrained | asked | kindred | (literals & actions) | _implied(paths, tuple(_IMPLIED), actions)
    return ConditionSays(
        restrained=restrained,
        asked=asked - (frozenset() if manner else restrained),
        named=named,
        looked_at=demanded | (literals & actions) | _implied(paths, tuple(_IMPLIED), actions),
        kindred=kindred,
        concepts=concepts_of(paths, literals, {field.path: field for field in fields}),
        topics=_TALK_WORDS if (asked | restrained) & talking and not demanded else frozenset(),
        documented=frozenset(
            word
            for field in fields
            if field.path in paths and field.path not in _ACTION_FIELDS
            for word in words_of(field.doc)
        ),
        of_required=concepts_of(required_paths, (), {field.path: field for field in fields}),
        of_when=concepts_of(_true_paths(when), literals, {field.path: field for field in fields})
        - concepts_of(required_paths, (), {field.path: field for field in fields}),
        closed=frozenset(word for path in required_paths for word in closed_words(path)),
        against=frozenset(word for text in literals for word in ANTAGONISTS.get(text, ())),
        manner=manner,
    )


def _implied(paths: Sequence[str], among: Sequence[str], actions: frozenset[str]) -> frozenset[str]:
    parts = {part for path in paths for part in path.split(".")}
    found = [named_like(_IMPLIED[part], actions) for part in among if part in parts]
    return frozenset(name for names in found for name in names)


def _true_paths(tokens: Sequence[Token]) -> list[str]:
    """Return the fields that `tokens` want to be true, or compare: those without a "!" before them."""
    return [path for path, after in references(tokens) if text_at(tokens, after - 2 * path.count(".") - 2) != "!"]


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        text = text_of_literal(token.text) if token.kind == "string" else None
        if text:
            yield text


def _compared(tokens: Sequence[Token], operator: str) -> Iterator[str]:
    """Yield the names that `action.kind` or `action.name` is compared with: by `operator`, or for == by `in`."""
    for path, after in references(tokens):
        if path not in _ACTION_FIELDS:
            continue
        sign = text_at(tokens, after)
        negated = text_at(tokens, after - 4) == "!" or text_at(tokens, after - 5) == "!"
        if sign == "in" and operator == ("!=" if negated else "=="):
            yield from _texts(tokens[after + 1 : closing(tokens, after + 1)])
        elif sign == operator:
            yield from _texts(tokens[after + 1 : after + 2])
