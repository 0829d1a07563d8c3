"""A condition as English clauses, test by test; what there are no words for is quoted, where that is safe."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ace.curator.conditions.field_words import FieldWords, words_of
from ace.curator.conditions.quotable import is_quotable
from ace.playbook.condition_tree import RELATIONS, Group, Leaf, Tokens, Tree, split_at, tree_of
from runtime.contracts.condition_context import ContextField
from runtime.rules.condition_tokens import ROOTS, closing, text_at, text_of_literal
from runtime.rules.fields_read import references

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_HOW_MUCH = {">": "more than", ">=": "at least", "<": "less than", "<=": "at most", "!=": "not"}
_HOW_MANY = {**_HOW_MUCH, "<": "fewer than", "==": "exactly", "!=": "not exactly"}
_SOME = {(">", "0"), (">=", "1"), ("!=", "0")}
_NONE = {("==", "0"), ("<=", "0"), ("<", "1")}
ACTION_FIELDS = ("action.name", "action.kind")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,23}", re.ASCII)
_UNSAID = (
    "a condition holds that words cannot say (see the rule)",
    "a condition fails that words cannot say (see the rule)",
)


class Speaker(NamedTuple):
    """What clauses are made with: the condition itself, the words of each field, and what texts it can be."""

    source: str
    words: Mapping[str, FieldWords]
    choices: Mapping[str, frozenset[str]]

    def clause(self, tokens: Tokens, *, is_true: bool = True) -> str:
        """Return what it says when the expression is true, or when it is false. Total."""
        return self.say(tree_of(tokens, is_true=is_true))

    def say(self, tree: Tree, depth: int = 0) -> str:
        """Return the tree as a clause; groups within groups are marked, so that no two trees read alike."""
        if isinstance(tree, Leaf):
            return self.leaf(tree)
        parts = list(dict.fromkeys(self.say(part, depth + 1) for part in tree.parts))
        if len(parts) == 1:
            return parts[0]
        text = joined(parts, tree.word, is_mixed=any(isinstance(part, Group) for part in tree.parts))
        if depth == 0:
            return text
        mark = "either" if tree.word == "or" else "both" if len(parts) == 2 else "all of this:"
        return f"{mark} {text}" if depth == 1 else f"({mark} {text})"

    def leaf(self, leaf: Leaf) -> str:
        """Return one test as a clause: in words, else quoted, else that there is one."""
        said = self._test(leaf.tokens, leaf.is_true)
        if said:
            return said
        text = self.source[leaf.tokens[0].start : leaf.tokens[-1].end] if leaf.tokens else self.source
        known = {choice for choices in self.choices.values() for choice in choices}
        if not text.strip() or not is_quotable(text, self.words.keys(), known):
            return _UNSAID[0 if leaf.is_true else 1]
        return f"{in_backquotes(' '.join(text.split()))} is {'true' if leaf.is_true else 'false'}"

    def is_known(self, path: str, text: str) -> bool:
        """Return True when `text` is documented to be one that the field can be.

        Where an agent documents no names of actions, an identifier counts as one; a sentence never does.
        """
        choices = self.choices.get(path, frozenset())
        if choices or path not in ACTION_FIELDS:
            return text in choices
        return bool(_IDENTIFIER.fullmatch(text))

    def _test(self, tokens: Tokens, is_true: bool) -> str:
        """One field that is true or false, or a relation of two operands; "" where there are no words."""
        path = path_of(tokens)
        if path:
            said = self.words.get(path)
            return (said.yes if is_true else said.no) if said else ""
        for sign in RELATIONS:
            parts = split_at(tokens, sign)
            if len(parts) == 2:
                return self._relation(parts[0], sign if is_true else _OPPOSITE[sign], parts[1])
        return ""

    def _relation(self, left: Tokens, sign: str, right: Tokens) -> str:
        if sign in {"in", "not in"}:
            return self._membership(left, sign == "in", right)
        if not path_of(left) and not _size_of(left):
            left, sign, right = right, _TURNED.get(sign, sign), left
        path, size_of = path_of(left), _size_of(left)
        said = self.words.get(path or size_of)
        if said is None:
            return ""
        number = _number(right)
        if size_of:
            return "" if number is None else _size_clause(said, sign, number)
        if sign in {"==", "!="} and "".join(token.text for token in right) in {"[]", "{}"}:
            return said.no if sign == "==" else said.yes
        if len(right) == 1 and right[0].kind == "string":
            value = text_of_literal(right[0].text)
            return "" if value is None or sign not in {"==", "!="} else self._text(path, [value], sign == "==")
        if number is not None:
            return _number_clause(said, sign, number)
        other = self._noun(right)
        return f"{said.noun} {said.verb} {_how(sign)}{other}" if other and said.noun else ""

    def _noun(self, tokens: Tokens) -> str:
        """A field, or a field with a number added, as what something is compared with."""
        said = self.words.get(path_of(tokens))
        if said is not None:
            return said.noun
        parts = split_at(tokens, "+")
        said = self.words.get(path_of(parts[0])) if len(parts) == 2 else None
        added = _number(parts[1]) if len(parts) == 2 else None
        return f"{said.noun} plus {added}" if said and said.noun and added is not None else ""

    def _membership(self, left: Tokens, is_in: bool, right: Tokens) -> str:
        holder = self.words.get(path_of(right))
        if holder is not None and len(left) == 1 and left[0].kind == "string":
            item = text_of_literal(left[0].text)
            clause = holder.has if is_in else holder.has_not
            shown = in_backquotes(item or "") if self.is_known(path_of(right), item or "") else holder.item
            return clause.replace("{item}", shown) if item else ""
        said = self.words.get(path_of(left))
        if said is None or not said.noun:
            return ""
        if holder is not None and holder.noun:
            return f"{said.noun} {said.verb} {'' if is_in else 'not '}among {holder.noun}"
        texts = texts_of(right)
        return self._text(path_of(left), texts, is_in) if texts else ""

    def _text(self, path: str, texts: Sequence[str], is_equal: bool) -> str:
        """Say that a field is one, or none, of these texts; one that nobody documented is not shown."""
        said = self.words[path]
        special = [text for text in texts if text in said.values]
        if special:
            others = [text for text in texts if text not in special]
            clauses = [said.values[text][0 if is_equal else 1] for text in special]
            clauses += [self._text(path, others, is_equal)] if others else []
            if not all(clauses) or len(clauses) == 1:
                return "".join(clauses) if all(clauses) else ""
            return f"either {join(clauses, 'or')}" if is_equal else f"both {join(clauses, 'and')}"
        if not said.noun or not all(texts):
            return ""
        start = f"{said.noun} {said.verb}"
        if not all(self.is_known(path, text) for text in texts):
            return f"{start} {'one' if is_equal else 'none'} that the rule names"
        shown = [text if said.is_plain else in_backquotes(text) for text in texts]
        if is_equal:
            return f"{start} {join(shown, 'or')}"
        return f"{start} {'not' if len(shown) == 1 else 'none of'} {join(shown, 'and')}"


def speaker_of(source: str, fields: Sequence[ContextField]) -> Speaker:
    """Return what says `source` in the words of the fields' documentation."""
    return Speaker(
        source,
        {field.path: words_of(field) for field in fields},
        {field.path: frozenset(field.choices) for field in fields},
    )


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


def joined(parts: Sequence[str], word: str, *, is_mixed: bool) -> str:
    """Return clauses joined; `is_mixed`: some are joined themselves by the other word, and are to be told apart."""
    if not is_mixed or len(parts) == 1:
        return join(parts, word)
    return f"{', '.join(parts[:-1])}, {'and also' if word == 'and' else 'or'} {parts[-1]}"


def in_backquotes(text: str) -> str:
    """Return a name or a condition so that it is told from the words around it."""
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def path_of(tokens: Tokens) -> str:
    """Return the dotted path the tokens are, "" when they are something else."""
    if not tokens or tokens[0].text not in ROOTS:
        return ""
    found = next(references(tokens), None)
    return found.path if found is not None and found.after == len(tokens) else ""


def _size_of(tokens: Tokens) -> str:
    """Return the path whose size is taken: `size(a.b)` or `a.b.size()`."""
    if [token.text for token in tokens[-4:]] == [".", "size", "(", ")"]:
        return path_of(tokens[:-4])
    is_size = text_at(tokens, 0) == "size" and text_at(tokens, 1) == "(" and closing(tokens, 1) == len(tokens) - 1
    return path_of(tokens[2:-1]) if is_size else ""


def _number(tokens: Tokens) -> str | None:
    """Return a plain number as it is read: 0.0 is 0."""
    text = "".join(token.text for token in tokens)
    if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text):
        return None
    return re.sub(r"\.0+$", "", text)


def _size_clause(said: FieldWords, sign: str, number: str) -> str:
    if said.one:
        return _number_clause(said, sign, number)
    is_none, is_some = (sign, number) in _NONE, (sign, number) in _SOME
    if (is_none or is_some) and "" in said.values:
        return said.values[""][0 if is_none else 1]
    form = said.chars[0 if number == "1" else 1]
    return form.replace("{count}", f"{_HOW_MANY[sign]} {number}")


def _number_clause(said: FieldWords, sign: str, number: str) -> str:
    if said.yes and (sign, number) in _SOME and (said.one or number == "0"):
        return said.yes
    if said.no and (sign, number) in _NONE and (said.one or number == "0"):
        return said.no
    if said.one:
        form = said.one if number == "1" else said.many
        return form.replace("{count}", f"{_HOW_MANY[sign]} {number}")
    return f"{said.noun} {said.verb} {_how(sign)}{number}" if said.noun else ""


def _how(sign: str) -> str:
    return "" if sign == "==" else f"{_HOW_MUCH[sign]} "
