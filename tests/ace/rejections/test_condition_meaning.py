"""Two conditions are the same rule where the same decisions violate them, however they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.rejections.condition_meaning import Condition, other_values, same_violations
from runtime.contracts.condition_context import TUTOR_CONTEXT

WEB = Condition('action.name == "web_browser"', "state.retrieval.queried")
WRONG = Condition("state.student.consecutive_wrong >= 3", 'action.kind in ["HINT", "QUIZ"]')


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(WEB, Condition('"web_browser"==action.name', "!!state.retrieval.queried"), True,
            id="turned round"),
        pytest.param(WEB, Condition("true", f"!({WEB.when}) || {WEB.require}"), True, id="all in require"),
        pytest.param(WEB, Condition(f"{WEB.when} && !{WEB.require}", "false"), True, id="all in when"),
        pytest.param(WEB, Condition(WEB.when, f"!{WEB.require}"), False, id="the opposite"),
        pytest.param(WEB, Condition('action.name == "zoom"', WEB.require), False, id="another tool"),
        pytest.param(WEB, Condition('action.name in ["web_browser", "ocr"]', WEB.require), False, id="one tool more"),
        pytest.param(WEB, Condition(f'{WEB.when} && episode.modality == "CT"', WEB.require), False, id="narrower"),
        pytest.param(
            WRONG, Condition("state.student.consecutive_wrong > 2", 'action.name == "QUIZ" || action.kind == "HINT"'),
            True, id="a list taken apart, a kind as a name, > 2 for >= 3",
        ),
        pytest.param(WRONG, Condition("state.student.consecutive_wrong > 3", WRONG.require), False, id="one more"),
        pytest.param(WRONG, Condition("state.student.attempts >= 3", WRONG.require), False, id="another count"),
        pytest.param(
            Condition("state.retrieval.confidence < 0.5", "action.repeats == 0"),
            Condition("!(state.retrieval.confidence >= 0.5)", "action.repeats < 1"), True, id="numbers with a point",
        ),
        pytest.param(
            Condition("state.retrieval.confidence < 0.5", "action.repeats == 0"),
            Condition("state.retrieval.confidence <= 0.5", "action.repeats == 0"), False, id="the edge",
        ),
        pytest.param(
            Condition('"zoom" in state.tools.called', 'action.name != "ocr"'),
            Condition('action.name == "ocr"', '!("zoom" in state.tools.called)'), True, id="in a list",
        ),
        pytest.param(
            Condition("state.tools.failed.size() >= 2", 'action.name != "ocr"'),
            Condition("size(state.tools.failed) > 1", 'action.name != "ocr"'), True, id="how long a list is",
        ),
        pytest.param(
            Condition("state.tools.failed.size() >= 2", 'action.name != "ocr"'),
            Condition("state.tools.failed.size() >= 3", 'action.name != "ocr"'), False, id="one element more",
        ),
        pytest.param(
            Condition('action.arguments.query == "x"', "false"),
            Condition('has(action.arguments.query) && action.arguments.query == "x"', "false"), True,
            id="an argument that need not be there",
        ),
        pytest.param(
            Condition('action.text.matches("^a+$")', "false"), Condition('action.text.matches("^b+$")', "false"),
            None, id="expressions that trying does not tell apart",
        ),
        pytest.param(
            Condition('action.text.matches("^a+$") && state.answer_open', "false"),
            Condition("state.answer_open && action.text.matches('^a+$')", "false"), True, id="the same parts",
        ),
        pytest.param(
            Condition('episode.tags.exists(t, t == "x")', "false"),
            Condition('episode.tags.all(t, t == "x")', "false"), None, id="over a list",
        ),
        pytest.param(Condition("false", "true"), Condition("state.step < 0", "true"), None, id="never violated"),
    ],
)  # fmt: skip
def test_the_violations_decide(one: Condition, other: Condition, same: bool | None) -> None:
    assert same_violations(one, other, TUTOR_CONTEXT) is same
    assert same_violations(other, one, TUTOR_CONTEXT) is same


def test_without_the_table_of_fields_their_use_says_what_they_are() -> None:
    assert same_violations(WEB, Condition("true", f"!({WEB.when}) || {WEB.require}")) is True
    assert same_violations(WRONG, WRONG._replace(when="state.student.consecutive_wrong >= 4")) is False


@pytest.mark.parametrize(
    ("other", "fields"),
    [
        pytest.param(WRONG._replace(when="state.student.consecutive_wrong >= 5"), ("state.student.consecutive_wrong",),
                     id="another threshold"),
        pytest.param(WRONG._replace(require='action.kind == "HINT"'), ("action.kind",), id="another action"),
        pytest.param(Condition("state.student.attempts >= 5", WRONG.require), (), id="other fields"),
    ],
)  # fmt: skip
def test_fields_compared_with_other_values_are_named(other: Condition, fields: tuple[str, ...]) -> None:
    assert other_values(WRONG, other) == fields


LEAVES = st.sampled_from(
    ['action.name == "ocr"', "state.answer_open", "state.errors > 2", '"zoom" in state.tools.called', "state.step <= 4"]
)
CONDITIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"({two[0]}) && ({two[1]})"),
        st.tuples(inner, inner).map(lambda two: f"({two[0]}) || ({two[1]})"),
        inner.map(lambda one: f"!({one})"),
    ),
    max_leaves=4,
)


@given(when=CONDITIONS, require=CONDITIONS, more=LEAVES)
def test_a_rewriting_is_never_another_rule(when: str, require: str, more: str) -> None:
    one = Condition(when, require)
    for other in (
        Condition(f"({when}) && !({require})", "false"),
        Condition("true", f"!(({when}) && !({require}))"),
        Condition(f"({when}) && (({more}) || !({more}))", require),
    ):
        assert same_violations(one, other, TUTOR_CONTEXT) is not False
