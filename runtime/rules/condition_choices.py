"""Texts that a condition compares with a field of known values: a misspelt one would never be equal, in silence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from runtime.rules.condition_tokens import MACROS, Token, closing, text_at, text_of_literal
from runtime.rules.problem import did_you_mean

# What `otherwise` may say besides an action or tool: nothing happens, or a hint takes the action's place.
GATE_WORDS = ("block", "convert")
_OPERATORS = frozenset({"==", "!=", "in"})
# What continues an operand: then the comparison is with something else than the operand itself.
_CONTINUES = frozenset({".", "+", "["})

Choices = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Operand:
    """Tokens start..end (exclusive): literal `texts`, or the values of the field `path`."""

    start: int
    end: int
    texts: tuple[str, ...] = ()
    path: str = ""


def unknown_choices(tokens: Sequence[Token], choices: Choices) -> Iterator[str]:
    """Yield what is wrong with each literal compared (==, !=, in) with a field that `choices` lists the values of.

    Seen are literals and lists of them on either side, an element of a list field (`called[0]`), and the element names
    of list macros (`called.exists(name, name == "retrieve")`).
    """
    operands = list(_operands(tokens, choices))
    operands += [element for operand in operands for element in _elements(tokens, operand)]
    ends = {operand.end: operand for operand in operands if text_at(tokens, operand.start - 1) not in {".", "+"}}
    starts = {operand.start: operand for operand in operands if text_at(tokens, operand.end) not in _CONTINUES}
    for index, token in enumerate(tokens):
        left, right = ends.get(index), starts.get(index + 1)
        if token.text in _OPERATORS and left is not None and right is not None:
            yield from _misspelt(left.path or right.path, left.texts or right.texts, choices)


def wrong_otherwise(name: str, usable: Sequence[str], known: Iterable[str]) -> str:
    """Return what is wrong with an `otherwise` for an agent that can do `usable` instead, or "".

    `known`: all its tools and actions; one of them that is not usable is said to be that, and no misspelling.
    """
    if name in usable:
        return ""
    if name in known or name in GATE_WORDS:
        return f"`{name}` cannot take the place of anything for this agent; use one of {', '.join(usable)}"
    return f"`{name}` is no action or tool of this agent; {_remedy(name, usable)}"


def _misspelt(path: str, texts: tuple[str, ...], choices: Choices) -> Iterator[str]:
    known = choices.get(path, ())
    for text in texts if known else ():
        if text not in known:
            root = path.partition(".")[0]
            others = [name for name, values in choices.items() if text in values and name.startswith(f"{root}.")]
            remedy = f"did you mean to look at `{others[0]}`?" if others and text else _remedy(text, known)
            yield f'`{path}` is never "{text}"; {remedy}'


def _remedy(name: str, known: Iterable[str]) -> str:
    names = [item for item in known if item]
    other_case = next((item for item in names if item.casefold() == name.casefold()), "")
    return f"did you mean `{other_case}`?" if other_case else did_you_mean(name, names)


def _operands(tokens: Sequence[Token], choices: Choices) -> Iterator[_Operand]:
    for index, token in enumerate(tokens):
        text = text_of_literal(token.text) if token.kind == "string" else None
        if text is not None:
            yield _Operand(index, index + 1, (text,))
        elif token.text == "[":
            yield from _literal_list(tokens, index)
        elif token.kind == "name" and text_at(tokens, index - 1) != ".":
            yield from _field(tokens, index, choices)


def _literal_list(tokens: Sequence[Token], start: int) -> Iterator[_Operand]:
    is_index = start > 0 and (tokens[start - 1].kind == "name" or tokens[start - 1].text in {")", "]"})
    end = closing(tokens, start)
    items = [token for token in tokens[start + 1 : end] if token.text != ","]
    texts = [text_of_literal(token.text) for token in items if token.kind == "string"]
    if texts and len(texts) == len(items) and (not is_index or text_at(tokens, start - 1) == "in"):
        yield _Operand(start, end + 1, tuple(text for text in texts if text is not None))


def _field(tokens: Sequence[Token], start: int, choices: Choices) -> Iterator[_Operand]:
    path, end = tokens[start].text, start + 1
    while text_at(tokens, end) == "." and end + 1 < len(tokens) and path not in choices:
        path, end = f"{path}.{tokens[end + 1].text}", end + 2
    if path not in choices:
        return
    yield _Operand(start, end, path=path)
    if text_at(tokens, end) == "[":
        yield _Operand(start, closing(tokens, end) + 1, path=path)


def _elements(tokens: Sequence[Token], operand: _Operand) -> Iterator[_Operand]:
    """Yield the places where a list macro on `operand` uses the name of an element."""
    opening = operand.end + 2
    is_macro = text_at(tokens, operand.end) == "." and text_at(tokens, operand.end + 1) in MACROS
    if not is_macro or text_at(tokens, opening) != "(" or text_at(tokens, opening + 2) != ",":
        return
    name = tokens[opening + 1].text
    for index in range(opening + 3, closing(tokens, opening)):
        if tokens[index].text == name and text_at(tokens, index - 1) != ".":
            yield _Operand(index, index + 1, operand.texts, operand.path)
