"""What a condition may cost: by its text, and held against the clock."""

import time

import pytest

from runtime.contracts.condition_context import TUTOR_CONTEXT, default_context, merge_context
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.rules.condition_limits import MAX_LIST, MAX_STEPS, list_macros, refuse_before_parsing
from runtime.rules.evaluate_condition import compile_condition

TEN = "[0,1,2,3,4,5,6,7,8,9]"
TAGS = "episode.tags"
LIST_OF_30: list[object] = [f"topic {number}" for number in range(30)]


def context(tags: list[object]) -> dict[str, JsonObject]:
    overlay: dict[str, JsonObject] = {
        "action": {"text": "ab " * 400, "arguments": {"query": "x" * 2000, "list": list(LIST_OF_30)}},
        "state": {"tools": {"called": list(LIST_OF_30), "failed": list(LIST_OF_30)}},
        "episode": {"tags": tags},
    }
    return merge_context(default_context(TUTOR_CONTEXT), overlay)


def nested(join: str, depth: int, receiver: str = TEN) -> str:
    names = "abcdefgh"[:depth]
    return "".join(f"{receiver}.{join}all({name}, " for name in names) + "true" + ")" * depth


REFUSED = {
    "three macros": (nested("", 3), "more than 2 list macros"),
    "space around": (nested(" ", 3).replace("all(", "all ("), "more than 2 list macros"),
    "hidden by comments": (nested("// x\n", 7), "line break"),
    "hidden by a comment without line break": ("true // .all(", "comment"),
    "hidden by carriage returns": (nested("// x\r", 7), "line break"),
    "hidden by a raw string": (f'r"\\".size() > 0 && {nested("", 3)} && "" == ""', "more than 2 list macros"),
    "hidden by a raw triple quote": (f'r"""\\""".size() > 0 && {nested("", 3)} && "" == ""', "more than 2 list macros"),
    "newer macro": (nested("", 3).replace(".all(", ".existsOne("), "more than 2 list macros"),
    "newer macro once": (f"{TAGS}.existsOne(a, a == 'x')", "unknown function `existsOne`; did you mean `exists_one`?"),
    "over a macro": (f"{TAGS}.map(a, a + a).all(b, b != '')", "runs `all` over the result of something"),
    "over an element": (f"[{TAGS}].all(a, a.all(b, b != ''))", "runs `all` over the result of something"),
    "over a sum": (f"({TAGS} + {TAGS}).all(a, true)", "runs `all` over the result of something"),
    "over an index": (f"[{TAGS}][0].all(a, true)", "runs `all` over the result of something"),
    "over a field of an index": ("action['arguments'].list.all(a, true)", "runs `all` over the result of something"),
    "list in list in list": (f"{TAGS}.map(a, {TAGS}.map(b, {TAGS})).size() > 0", "steps, more than"),
    "fields in nested macros": (f"{TAGS}.all(a, {TAGS}.all(b, {'||'.join(['b in episode.tags'] * 10)}))", "steps"),
    "long lists": (f"[{'0,' * 120}0].all(a, [{'0,' * 120}0].all(b, a == b && b == a))", "steps"),
    "doubling": ("[action.text].all(a, [a+a+a+a+a+a].all(b, b+b+b+b+b+b+b != ''))", "more than 10 `+`"),
    "patterns in a macro": (f"{TAGS}.all(a, a.matches(r'\\w\\w'))", "steps"),
    "many word classes": (f"action.text.matches(r'{chr(92)}w{'.'.join([chr(92) + 'w'] * 50)}')", "steps"),
    "wide ranges": (f"action.text.matches('(?i){'[Ā-龥]' * 30}')", "steps"),
    "counted repetition": ("action.text.matches('(x{1000}){100}')", "counts repetitions with `{`"),
    "Unicode property": ("action.text.matches('\\\\pL+')", "uses `\\p`"),
    "flags": ("action.text.matches('(?x)a')", "`(?` other than"),
    "pattern from the model": ("action.text.matches(action.text)", "no text in quotes"),
    "pattern put together": ("action.text.matches('a' + action.text)", "no text in quotes"),
    "pattern with an escape of CEL's": ("action.text.matches('x\\u007b9}')", "an escape of CEL's"),
    "long pattern": (f"action.text.matches('{'a' * 201}')", "more than 200 characters"),
}


@pytest.mark.parametrize(("source", "says"), REFUSED.values(), ids=REFUSED)
def test_what_could_take_long_is_refused_before_it_runs(source: str, says: str) -> None:
    with pytest.raises(ConditionError) as info:
        compile_condition(source)
    assert says in str(info.value)
    assert source in str(info.value)


ACCEPTED = {
    "one macro": f"{TAGS}.exists(t, t == 'topic 1')",
    "macro then size": f"{TAGS}.filter(t, t.startsWith('topic')).size() > 2",
    "one nested": f"{TAGS}.exists(t, {TAGS}.filter(u, u == t).size() > 0)",
    "field in a macro": f"{TAGS}.all(t, !(t in state.tools.failed) || state.tools.last == '')",
    "list of fields": "[action.name, state.tools.last].all(n, n != 'zoom')",
    "list after in": "'b' in ['a', 'b'].filter(x, x != 'a')",
    "pattern": r"action.text.matches('(?i)^ab|the answer is [a-e]\\b')",
    "raw pattern": r"action.text.matches(r'^\w+ \w+')",
    "address in a text": "action.text != 'http://example.test/a.all(b)'",
    "surrounding line breaks": "\ntrue\n",
}


@pytest.mark.parametrize("source", ACCEPTED.values(), ids=ACCEPTED)
def test_what_rules_need_is_accepted_and_holds(source: str) -> None:
    assert compile_condition(source).holds(context(LIST_OF_30))


def longest(start: str, unit: str, join: str, end: str) -> str:
    """Return the condition with as many units as are accepted in 600 characters."""
    accepted = ""
    for count in range(1, 600):
        source = start + join.join([unit] * count) + end
        if len(source) > 600:
            break
        try:
            refuse_before_parsing(source)
            list_macros(source)
        except ConditionError:
            break
        accepted = source
    assert accepted, f"{start}{unit}{end} is not accepted even once"
    return accepted


SLOWEST = {
    "membership in a macro": (f"{TAGS}.all(a, ", f"!(a in {TAGS})", "||", "||true)"),
    "membership nested": (f"{TAGS}.all(a,{TAGS}.all(b,", f"b in {TAGS}", "||", "||true))"),
    "comparison nested": (f"{TAGS}.all(a,{TAGS}.all(b,", 'a!="x"', "&&", "))"),
    "literal nested": (f"{TAGS}.all(a,{TAGS}.all(b,!(b in[", "0", ",", "])))"),
    "literal outside": ("[", "0", ",", f"].all(a,{TAGS}.all(b,a!=b))"),
    "lists of lists": ("[", TAGS, ",", f"].all(a,{TAGS}.all(b,a==a))"),
    "map to lists": (f"{TAGS}.map(a,", TAGS, "+", ").size()>0"),
    "map a literal": ("[", "0", ",", f"].map(a,{TAGS}).size()>0"),
    "map lists": ("[", TAGS, ",", "].map(a,[a,a,a]).size()>0"),
    "filter lists": ("[", TAGS, ",", "].filter(a,a==a).size()>0"),
    "filter nested": (f"{TAGS}.filter(a,{TAGS}.filter(b,", "a!=b", "&&", ").size()>2).size()>100"),
    "word classes": ('action.text.matches(r"', "\\w", "", '")'),
    "wide ranges": ('action.text.matches("(?i)', "[Ā-龥]", "", '")'),
    "many patterns": ("", 'action.text.matches("(?i)[Ā-龥]")', "||", ""),
    "any characters": ('action.text.matches("', ".", "", '")'),
    "pattern in a macro": (f'{TAGS}.all(a,!a.matches("(?i)', "a", "", '"))'),
    "long text nested": (f"{TAGS}.all(a,{TAGS}.all(b,", "!action.arguments.query.contains(b)", "&&", "))"),
    "long sum": ("", "action.text", "+", "==''"),
}


@pytest.mark.parametrize("parts", SLOWEST.values(), ids=SLOWEST)
def test_the_slowest_accepted_condition_takes_less_than_50_ms(parts: tuple[str, str, str, str]) -> None:
    condition = compile_condition(longest(*parts))
    values = context(LIST_OF_30)
    taken = []
    for _ in range(3):
        started = time.thread_time()
        condition.holds(values)
        taken.append(time.thread_time() - started)
    assert min(taken) < 0.05


def test_a_list_longer_than_any_episode_has_is_an_error_and_not_a_long_wait() -> None:
    condition = compile_condition(f"{TAGS}.all(a, {TAGS}.all(b, a != '' && b != ''))")
    assert condition.holds(context(["x"] * MAX_LIST))
    with pytest.raises(ConditionError, match=r"`episode\.tags` has 50000 elements, more than 100 for `all`"):
        condition.holds(context(["x"] * 50_000))


def test_macros_are_told_with_what_they_run_over() -> None:
    outer, inner = list_macros(f"{TAGS}.all(a, ['x', 'y'].exists(b, a == b))")
    assert (outer.name, outer.path, outer.length) == ("all", ("episode", "tags"), 30)
    assert (inner.name, inner.path, inner.length, inner.element_steps) == ("exists", (), 2, 1)
    assert outer.start < inner.start < inner.end < outer.end
    assert MAX_STEPS > 30 * 30
