"""Python's answer is CEL's answer, whatever the condition and whatever the context holds."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.contracts.condition_context import TUTOR_CONTEXT, default_context
from runtime.contracts.errors import ConditionError
from runtime.rules.evaluate_condition import compile_condition
from runtime.rules.native_condition import compile_native

_PATHS = ("action.a", "action.b", "state.a", "state.b.c", "state.b", "episode.a", "action.a.b.c")
_SCALARS = st.one_of(
    st.booleans(),
    st.none(),
    st.integers(-3, 3),
    st.sampled_from([2**53 - 1, 2**53, 2**53 + 1, 2**62, 2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1, 10**30]),
    st.sampled_from([0.0, -0.0, 1.0, 1.5, -2.0, 1e16, 9007199254740993.0, 1e300, float("nan"), float("inf")]),
    st.sampled_from(["", "a", "b", "ab", "é", "Ω", "a\ud800", "\udfff", "\ufffd", "a\ufffd", "A", "1", "true"]),
)
_VALUES = st.one_of(
    _SCALARS,
    st.lists(_SCALARS, max_size=3),
    st.dictionaries(st.sampled_from(["a", "b", "c", "é"]), _SCALARS, max_size=3),
    st.dictionaries(st.sampled_from(["b", "c"]), st.dictionaries(st.sampled_from(["c"]), _SCALARS), max_size=2),
)
_NEAR = st.one_of(st.booleans(), st.integers(-1, 2), st.sampled_from([1.0, 1.5, "a", "b", "ab", "é", "a\ud800", None]))
_NEAR_LISTS = st.lists(_NEAR, max_size=3)
_NESTED = st.fixed_dictionaries({"c": st.one_of(_NEAR, _NEAR_LISTS)})
_VARIABLE = st.one_of(
    st.dictionaries(st.sampled_from(["a", "b"]), _VALUES, max_size=2),
    st.fixed_dictionaries({"a": st.one_of(_NEAR, _NEAR_LISTS), "b": st.one_of(_NEAR, _NESTED)}),
)
_FULL = st.fixed_dictionaries({"action": _VARIABLE, "state": _VARIABLE, "episode": _VARIABLE})
_CONTEXTS = st.one_of(
    _FULL,
    _FULL,
    st.dictionaries(st.sampled_from(["action", "state", "episode"]), _VALUES),
)
_NUMBERS = ("0", "1", "-1", "2", "1.0", "1.5", "-2.0", "1e16", "9007199254740991", "9007199254740993", "1u", "0x1")
_LITERALS = st.sampled_from(
    (
        *_NUMBERS,
        "9223372036854775807",
        "true",
        "false",
        "null",
        '"a"',
        "'b'",
        '""',
        '"é"',
        "'\\u00e9'",
        "r'a'",
        '"\ufffd"',
    )
)
_TEXTS = st.sampled_from(['"a"', '"b"', '""', "'é'", '"ab"', '"\ufffd"', "'A'"])
_LISTS = st.lists(st.one_of(_TEXTS, _LITERALS), max_size=3).map(lambda items: f"[{', '.join(items)}]")
_FIELDS = st.sampled_from(_PATHS)


@st.composite
def _operands(draw: st.DrawFn, names: tuple[str, ...] = _PATHS) -> str:
    field = st.sampled_from(names)
    kind = draw(st.integers(0, 5))
    if kind <= 2:
        return draw(field)
    if kind == 3:
        return draw(_LITERALS)
    if kind == 4:
        return f"size({draw(field)})"
    return f"{draw(st.one_of(field, _LITERALS))} {draw(st.sampled_from('+-'))} {draw(st.one_of(field, _LITERALS))}"


@st.composite
def _tests(draw: st.DrawFn, names: tuple[str, ...] = _PATHS) -> str:
    field, operands = st.sampled_from(names), _operands(names)
    kind = draw(st.integers(0, 8))
    if kind <= 2:
        sign = draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))
        return f"{draw(operands)} {sign} {draw(operands)}"
    if kind == 3:
        return draw(st.one_of(field, _LITERALS))
    if kind == 4:
        return f"{draw(operands)} in {draw(st.one_of(_LISTS, field))}"
    if kind == 5:
        return f"has({draw(st.sampled_from([name for name in names if '.' in name] or ['state.a']))})"
    if kind == 6:
        return f"{draw(field)}.{draw(st.sampled_from(['contains', 'startsWith', 'endsWith']))}({draw(_TEXTS)})"
    if kind == 7:
        return f"{draw(operands)}.matches('a')" if draw(st.booleans()) else f"{draw(field)} ? true : {draw(field)}"
    return f"{draw(operands)} == {draw(operands)} == {draw(_LITERALS)}"


@st.composite
def _macros(draw: st.DrawFn) -> str:
    inner = draw(_joined(_tests((*_PATHS, "n", "n", "n", "n"))))
    return f"{draw(_FIELDS)}.{draw(st.sampled_from(['exists', 'all', 'exists_one']))}(n, {inner})"


def _joined(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(["&&", "||"]), inner).map(" ".join),
            inner.map(lambda text: f"!({text})"),
            inner.map(lambda text: f"({text})"),
            inner.map(lambda text: f"!{text}"),
        ),
        max_leaves=4,
    )


def _outcome(source: str, context: dict[str, object]) -> object:
    """What CEL itself says: a truth value, or the error's text."""
    try:
        return replace(compile_condition(source), native=None).holds(context)
    except ConditionError as exc:
        return str(exc)


def _check(source: str, context: dict[str, object]) -> None:
    try:
        condition = compile_condition(source)
    except ConditionError:
        return  # more list macros than are allowed
    answer = condition.native(context) if condition.native is not None else None
    assert answer is None or answer is _outcome(source, context)


@settings(max_examples=200, deadline=None)
@given(source=_joined(st.one_of(_tests(), _tests(), _macros())), context=_CONTEXTS)
def test_a_native_answer_is_cels_answer(source: str, context: dict[str, object]) -> None:
    _check(source, context)


_TYPED = st.fixed_dictionaries(
    {
        "action": st.fixed_dictionaries(
            {
                "kind": st.sampled_from(["HINT", "QUIZ"]),
                "text": st.sampled_from(["", "Look.", "É", "a\ud800"]),
                "n": st.integers(-1, 3),
            }
        ),
        "state": st.fixed_dictionaries(
            {
                "flag": st.booleans(),
                "share": st.sampled_from([0.0, 0.5, 1.0]),
                "tools": st.fixed_dictionaries({"called": st.lists(st.sampled_from(["zoom", "ocr"]), max_size=3)}),
            }
        ),
    }
)
_SIGNS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
_TYPED_TESTS = st.one_of(
    st.sampled_from(["state.flag", "!state.flag", "has(action.n)", "has(state.nothing)", "action.text.contains('oo')"]),
    st.sampled_from(
        ['action.kind == "HINT"', 'action.kind != "HINT"', 'action.kind in ["QUIZ", "x"]', "action.nothing"]
    ),
    st.tuples(st.sampled_from(["action.n", "action.n + 1", "size(state.tools.called)", "1", "0.5"]), _SIGNS).flatmap(
        lambda start: st.sampled_from(["2", "action.n", "1.0", "state.share", "2 - action.n"]).map(
            lambda end: f"{start[0]} {start[1]} {end}"
        )
    ),
    st.sampled_from(['"zoom" in state.tools.called', 'state.tools.called.exists(n, n == "zoom" || n == action.kind)']),
    st.sampled_from(['state.tools.called.all(n, n != "ocr" && state.flag)', "action.text.matches('^L')"]),
)


@settings(max_examples=150, deadline=None)
@given(source=_joined(_TYPED_TESTS), context=_TYPED)
def test_a_native_answer_on_contexts_as_they_are_is_cels_answer(source: str, context: dict[str, object]) -> None:
    _check(source, context)


_ANSWERED = (
    'action.kind == "REVEAL_ANSWER" && state.image.present',
    'action.kind in ["HINT", "MICROLESSON"] && action.hint_level > state.student.hint_level + 1',
    '"retrieve" in state.tools.called || size(state.tools.failed) > 1',
    'state.tools.called.exists(name, name == "zoom" || name == "enhance")',
    'has(action.arguments.query) && action.arguments.query.contains("dose")',
    'episode.modality == "CT" && state.student.level != "expert"',
    "state.retrieval.confidence < 0.5 && !state.retrieval.queried",
    '!(action.text.startsWith("So") || action.repeats != 0)',
)


@pytest.mark.parametrize("source", _ANSWERED)
def test_the_usual_shapes_need_no_cel(source: str) -> None:
    native = compile_native(source)
    context = default_context(TUTOR_CONTEXT)
    assert native is not None
    assert native(context) is _outcome(source, dict(context))


def test_one_decisive_part_is_enough_whatever_cel_would_say_of_the_others() -> None:
    odd = 'action.text.matches("^a") && state.nowhere'
    silent = compile_native(f'action.kind == "HINT" && {odd}')
    spoken = compile_native(f'action.kind != "HINT" || {odd}')
    assert silent is not None
    assert spoken is not None
    quiz: dict[str, object] = {"action": {"kind": "QUIZ"}}
    hint: dict[str, object] = {"action": {"kind": "HINT"}}
    assert (silent(quiz), silent(hint), spoken(quiz), spoken(hint)) == (False, None, True, None)


@pytest.mark.parametrize(
    "source", ['action.text.matches("a")', "action.a ? true : false", "1 == 1 == true", "[] == []"]
)
def test_what_is_cels_alone_is_left_to_it(source: str) -> None:
    assert compile_native(source) is None


_MIXED = st.lists(st.sampled_from(["a", "b", "", "é", True, False, None, 0, 1, 2.0, ["a"]]), max_size=4)
_BODIES = st.sampled_from(
    (
        *("n", "!n", 'n == "a"', 'n != "a"', "n > 0", 'n < "b"', "size(n) == 1", 'n in ["a", "b"]', 'n.contains("a")'),
        *("n == action.a", "action.a", "action.nothing", "n == 1", "n == true", '"a" in n', "n + 1 > 1"),
    )
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["exists", "all"]), _joined(_BODIES), _MIXED, st.sampled_from([True, False, "a", None]))
def test_a_list_macro_over_mixed_elements_is_cels(name: str, body: str, values: list[object], other: object) -> None:
    _check(f"state.a.{name}(n, {body})", {"state": {"a": values}, "action": {"a": other}})


def test_a_list_macro_ends_at_the_first_element_that_is_an_error() -> None:
    source = "state.a.all(each, 0 == size(each))"
    native = compile_native(source)
    assert native is not None
    for values in (["a", False], [False, "a"]):
        context: dict[str, object] = {"state": {"a": values}}
        assert native(context) in (None, _outcome(source, context))
    assert native({"state": {"a": [False, "a"]}}) is None
