"""Evaluate a rule's CEL condition on one decision. Compiled once a source.

What native_condition can answer takes about a microsecond, the rest about 20 in CEL; the answers are the same.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol, TypeAlias

from runtime.contracts.errors import ConditionError
from runtime.contracts.rule import Rule
from runtime.rules.condition_limits import MAX_LIST, ListMacro, list_macros, refuse_before_parsing
from runtime.rules.explain_parse_error import explain_parse_error
from runtime.rules.native_condition import compile_native
from runtime.rules.native_operand import Truth

Judged: TypeAlias = Literal["silent", "complies", "violates", "error"]
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Program(Protocol):
    def execute(self, context: dict[str, object], /) -> object: ...
    def functions(self) -> list[str]: ...


class Judgement(NamedTuple):
    """What a rule says of one decision; `error` is the reason when `verdict` is "error", else empty."""

    verdict: Judged
    error: str = ""


@dataclass(frozen=True)
class Condition:
    """One compiled expression. Only the `variables` it uses are converted for CEL, which is what takes time.

    `native`, where there is one, is asked first and CEL only about what it does not know.
    """

    source: str
    program: _Program
    variables: tuple[str, ...]
    macros: tuple[ListMacro, ...] = ()
    native: Truth | None = None

    def holds(self, context: Mapping[str, object]) -> bool:
        """Return what the expression says of `context` ({"action": ..., "state": ..., "episode": ...}).

        A lone surrogate in a text (a model can write one in JSON) is seen as U+FFFD; CEL has no such characters.
        Raises: ConditionError, naming the expression, for an unknown field, mixed types, a result that is no boolean,
        or a list macro over more than MAX_LIST elements.
        """
        for macro in self.macros:
            self._check_length(macro, context)
        if self.native is not None and (answer := self.native(context)) is not None:
            return answer
        try:
            result = self._execute(context)
        except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError) as exc:
            raise ConditionError(f"condition `{self.source}`: {_reason(exc)}") from exc
        if not isinstance(result, bool):
            kind = plain_kind(result)
            raise ConditionError(
                f"condition `{self.source}` gives {kind}, not true or false; compare it with something"
            )
        return result

    def _check_length(self, macro: ListMacro, context: object) -> None:
        """Only the length is looked at; a field that is not there is for the evaluation to report."""
        for name in macro.path:
            context = context.get(name) if isinstance(context, Mapping) else None
        if macro.path and isinstance(context, list | tuple | Mapping) and len(context) > MAX_LIST:
            what = f"`{'.'.join(macro.path)}` has {len(context)} elements, more than {MAX_LIST} for `{macro.name}`"
            raise ConditionError(f"condition `{self.source}`: {what}; test its size first")

    def functions(self) -> tuple[str, ...]:
        """Return the names of the functions called; CEL's own operators are left out."""
        names = self.program.functions()
        return tuple(name for name in names if not name.startswith(("@", "_")) and not name.endswith("_"))

    def _execute(self, context: Mapping[str, object]) -> object:
        used = {name: context[name] for name in self.variables if name in context}
        try:
            return self.program.execute(used)
        except ValueError as exc:
            if "Conversion" not in str(exc):
                raise
        cleaned = _without_surrogates(used)
        assert isinstance(cleaned, dict)
        return self.program.execute(cleaned)


@lru_cache(maxsize=8192)
def compile_condition(source: str) -> Condition:
    """Return the compiled expression; the same object for the same source.

    Raises: ConditionError that says what is wrong and where when it does not parse or could take long to evaluate.
    """
    # 0.3 s to import, and most commands never evaluate a condition.
    import cel

    refuse_before_parsing(source)
    try:
        program = cel.compile(source)
    except (ValueError, RuntimeError) as exc:
        why = explain_parse_error(source, str(exc))
        raise ConditionError(f"condition `{source}` does not parse: {why.text}", why.offset) from exc
    return Condition(source, program, tuple(program.variables()), list_macros(source), compile_native(source))


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (Mapping, "a mapping"),
)


def plain_kind(value: object) -> str:
    """Return what kind of value it is, in the words of the documentation: "a whole number"."""
    return next((words for kind, words in _KINDS if isinstance(value, kind)), type(value).__name__)


_UNDEFINED = re.compile(r"Undefined variable or function: '(\w+)'")
_TAKES = {
    "size": "a text, a list or a mapping, nothing else",
    "contains": "a text; of a list write `x in list`",
    "startsWith": "a text, nothing else",
    "endsWith": "a text, nothing else",
    "matches": "a text, nothing else",
}
_SILENT, _COMPLIES, _VIOLATES = Judgement("silent"), Judgement("complies"), Judgement("violates")


def violates(rule: Rule, context: Mapping[str, object]) -> bool:
    """Return `when && !require`; False for a rule without both.

    Raises: ConditionError as `Condition.holds`.
    """
    if rule.when is None or rule.require is None:
        return False
    return compile_condition(rule.when).holds(context) and not compile_condition(rule.require).holds(context)


def judge(rule: Rule, context: Mapping[str, object]) -> Judged:
    """Return "silent" (does not speak about this decision), "complies", "violates" or "error". Never raises."""
    return explain(rule, context).verdict


def explain(rule: Rule, context: Mapping[str, object]) -> Judgement:
    """Return what `judge` does together with the reason of an error."""
    if rule.when is None or rule.require is None:
        return _SILENT
    try:
        if not compile_condition(rule.when).holds(context):
            return _SILENT
        return _COMPLIES if compile_condition(rule.require).holds(context) else _VIOLATES
    except ConditionError as exc:
        return Judgement("error", f"rule {rule.id}: {exc}")


def _reason(exc: Exception) -> str:
    if isinstance(exc, KeyError):
        name = str(exc.args[0]) if exc.args else ""
        return f"there is no field `{name}`; guard it with `has(...)` or correct the name"
    if isinstance(exc, TypeError):
        return (
            "its types do not fit together; compare and add values of one type (int(x), double(x), string(x) convert)"
        )
    words = " ".join(str(exc).split())
    named = _UNDEFINED.match(words)
    # A function that is there, called on a type it does not take, is reported like one that is not.
    if named and (taken := _TAKES.get(named[1])):
        return f"`{named[1]}` takes {taken}"
    return words


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return _SURROGATE.sub("�", value)
    if isinstance(value, Mapping):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value
