"""A condition as an English clause, piece by piece; what there are no words for is quoted as it is."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ace.curator.conditions.field_words import FieldWords
from runtime.rules.condition_tokens import ROOTS, Token, closing, text_at, text_of_literal
from runtime.rules.fields_read import references

Tokens = Sequence[Token]
_RELATIONS = ("==", "!=", "<=", ">=", "<", ">", "in")
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_HOW_MANY = {">": "more than", ">=": "at least", "<": "fewer than", "<=": "at most", "==": "exactly"}
_HOW_MUCH = {**_HOW_MANY, "<": "less than", "!=": "not"}
_MAX_DEPTH = 6


class Speaker(NamedTuple):
    """What clauses are made with: the condition itself, and the words of each field."""

    source: str
    words: Mapping[str, FieldWords]

    def clause(self, tokens: Tokens, *, is_true: bool = True, depth: int = 0) -> str:
        """Return what it says when the expression is true, or when it is false. Total."""
        tokens = _without_brackets(tokens)
        if depth < _MAX_DEPTH and tokens:
            if tokens[0].text == "!" and not any(split_at(tokens, sign)[1:] for sign in ("&&", "||", *_RELATIONS)):
                return self.clause(tokens[1:], is_true=not is_true, depth=depth + 1)
            for sign, joined in (("||", "or"), ("&&", "and")):
                parts = split_at(tokens, sign)
                if len(parts) > 1:
                    clauses = [self.clause(part, is_true=is_true, depth=depth + 1) for part in parts]
                    return join(clauses, joined if is_true else {"or": "and", "and": "or"}[joined])
            said = self._test(tokens, is_true)
            if said:
                return said
        return f"{self.quote(tokens)} is {'true' if is_true else 'false'}"

    def quote(self, tokens: Tokens) -> str:
        """Return the text of the tokens in backquotes, on one line."""
        text = self.source[tokens[0].start : tokens[-1].end] if tokens else self.source
        return in_backquotes(" ".join(text.split()))

    def _test(self, tokens: Tokens, is_true: bool) -> str:
        """One field that is true or false, or a relation of two operands; "" where there are no words."""
        path = _path(tokens)
        if path:
            said = self.words.get(path)
            return (said.yes if is_true else said.no) if said else ""
        for sign in _RELATIONS:
            parts = split_at(tokens, sign)
            if len(parts) == 2:
                return self._relation(parts[0], sign if is_true else _OPPOSITE[sign], parts[1])
        return ""

    def _relation(self, left: Tokens, sign: str, right: Tokens) -> str:
        if sign in {"in", "not in"}:
            return self._membership(left, sign == "in", right)
        if not _path(left) and not _size_of(left):
            left, sign, right = right, _TURNED.get(sign, sign), left
        path, size_of = _path(left), _size_of(left)
        said = self.words.get(path or size_of)
        if said is None:
            return ""
        if len(right) == 1 and right[0].kind == "string":
            value = text_of_literal(right[0].text)
            return "" if value is None or sign not in {"==", "!="} else _text(said, [value], sign == "==")
        number = _number(right)
        if number is not None:
            return _number_clause(said, sign, number)
        other = self._noun(right)
        return f"{said.noun} {said.verb} {_how(sign)}{other}" if other and said.noun and not size_of else ""

    def _noun(self, tokens: Tokens) -> str:
        """A field, or a field with a number added, as what something is compared with."""
        said = self.words.get(_path(tokens))
        if said is not None:
            return said.noun
        parts = split_at(tokens, "+")
        said = self.words.get(_path(parts[0])) if len(parts) == 2 else None
        added = _number(parts[1]) if len(parts) == 2 else None
        return f"{said.noun} plus {added}" if said and said.noun and added is not None else ""

    def _membership(self, left: Tokens, is_in: bool, right: Tokens) -> str:
        holder = self.words.get(_path(right))
        if holder is not None and len(left) == 1 and left[0].kind == "string":
            item = text_of_literal(left[0].text)
            clause = holder.has if is_in else holder.has_not
            return clause.replace("{item}", in_backquotes(item)) if item and clause else ""
        said = self.words.get(_path(left))
        if said is None or not said.noun:
            return ""
        if holder is not None and holder.noun:
            return f"{said.noun} {said.verb} {'' if is_in else 'not '}among {holder.noun}"
        texts = texts_of(right)
        return _text(said, texts, is_in) if texts else ""


def split_at(tokens: Tokens, sign: str) -> list[Tokens]:
    """Return the parts that `sign` joins outside of all brackets."""
    parts: list[Tokens] = []
    start = index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "sign" and token.text in {"(", "[", "{"}:
            index = closing(tokens, index)
        elif token.text == sign and token.kind != "string":
            parts.append(tokens[start:index])
            start = index + 1
        index += 1
    return [*parts, tokens[start:]]


def texts_of(tokens: Tokens) -> list[str]:
    """Return the texts of a list of literals, none for anything else."""
    if text_at(tokens, 0) != "[" or closing(tokens, 0) != len(tokens) - 1:
        return []
    items = [token for token in tokens[1:-1] if token.text != ","]
    texts = [text_of_literal(token.text) if token.kind == "string" else None for token in items]
    return [text for text in texts if text is not None] if None not in texts else []


def join(parts: Sequence[str], word: str) -> str:
    """Return "a, b or c"; parts that are joined themselves are set off by commas."""
    if len(parts) == 1:
        return parts[0]
    comma = "," if any(" or " in part or " and " in part for part in parts) else ""
    return f"{', '.join(parts[:-1])}{comma} {word} {parts[-1]}"


def in_backquotes(text: str) -> str:
    """Return a name or a condition so that it is told from the words around it."""
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def _without_brackets(tokens: Tokens) -> Tokens:
    while text_at(tokens, 0) == "(" and closing(tokens, 0) == len(tokens) - 1:
        tokens = tokens[1:-1]
    return tokens


def _path(tokens: Tokens) -> str:
    """Return the dotted path the tokens are, "" when they are something else."""
    if not tokens or tokens[0].text not in ROOTS:
        return ""
    found = next(references(tokens), None)
    return found.path if found is not None and found.after == len(tokens) else ""


def _size_of(tokens: Tokens) -> str:
    is_size = text_at(tokens, 0) == "size" and text_at(tokens, 1) == "(" and closing(tokens, 1) == len(tokens) - 1
    return _path(tokens[2:-1]) if is_size else ""


def _number(tokens: Tokens) -> str | None:
    """Return a plain number as it is read: 0.0 is 0."""
    text = "".join(token.text for token in tokens)
    if not re.fullmatch(r"-?\d+(\.\d+)?", text):
        return None
    return re.sub(r"\.0+$", "", text)


def _text(said: FieldWords, texts: Sequence[str], is_equal: bool) -> str:
    special = [text for text in texts if text in said.values]
    if special:
        others = [text for text in texts if text not in special]
        clauses = [said.values[text][0 if is_equal else 1] for text in special]
        clauses += [_text(said, others, is_equal)] if others else []
        return join(clauses, "or" if is_equal else "and") if all(clauses) else ""
    if not said.noun or not all(texts):
        return ""
    shown = [text if said.is_plain else in_backquotes(text) for text in texts]
    if is_equal:
        return f"{said.noun} {said.verb} {join(shown, 'or')}"
    return f"{said.noun} {said.verb} {'not' if len(shown) == 1 else 'none of'} {join(shown, 'and')}"


def _number_clause(said: FieldWords, sign: str, number: str) -> str:
    if said.yes and (sign, number) in {(">", "0"), (">=", "1"), ("!=", "0")} and (said.one or number == "0"):
        return said.yes
    if said.no and (sign, number) in {("==", "0"), ("<=", "0"), ("<", "1")} and (said.one or number == "0"):
        return said.no
    if said.one:
        form = said.one if number == "1" else said.many
        return form.replace("{count}", f"{_HOW_MANY[sign]} {number}") if sign in _HOW_MANY else ""
    return f"{said.noun} {said.verb} {_how(sign)}{number}" if said.noun else ""


def _how(sign: str) -> str:
    return "" if sign == "==" else f"{_HOW_MUCH[sign]} "
