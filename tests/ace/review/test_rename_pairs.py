"""Which rule that came is one that went."""

import time

import pytest

from ace.review.rename_pairs import pair_renamed
from runtime.contracts.playbook import RuleFile
from runtime.contracts.rule import Rule

TEXT = "Call retrieve and read what it returned before you call the web browser."


def _file(rule_id: str, **changes: object) -> RuleFile:
    fields = {
        "schema": 1,
        "id": rule_id,
        "title": f"Title of {rule_id}",
        "agent": "tutor",
        "text": TEXT,
        "when": "true",
    }
    rule = Rule.model_validate(fields | changes)
    return RuleFile(f"p/{rule_id.replace('.', '/')}.yaml", rule, b"")


@pytest.mark.parametrize(
    ("changes", "is_pair"),
    [
        pytest.param({}, True, id="the same words"),
        pytest.param({"text": TEXT.replace("before", "ahead of")}, True, id="a word changed"),
        pytest.param({"text": "Ask what the student sees first."}, False, id="another text"),
        pytest.param({"when": "state.turn > 3 && action.name == 'x'"}, False, id="another condition"),
        pytest.param({"agent": "inspector"}, False, id="another agent's"),
        pytest.param({"audience": "solver"}, False, id="another reader's"),
    ],
)
def test_what_is_nearly_the_same(changes: dict[str, object], is_pair: bool) -> None:
    old, new = _file("a.one"), _file("b.two", **changes)
    assert pair_renamed([old], [new]) == ([(old, new)] if is_pair else [])


def test_the_same_words_win_over_nearly_the_same() -> None:
    near, same = _file("a.near", text=TEXT.replace("before", "ahead of")), _file("a.same")
    new = _file("b.new")
    assert pair_renamed([near, same], [new]) == [(same, new)]


def test_each_file_is_in_one_pair() -> None:
    gone = [_file("a.one"), _file("a.two", text=TEXT + " Then stop.")]
    came = [_file("b.one"), _file("b.two", text=TEXT + " Then stop."), _file("b.three")]
    pairs = pair_renamed(gone, came)
    assert [(old.rule.id, new.rule.id) for old, new in pairs] == [("a.one", "b.one"), ("a.two", "b.two")]


def test_a_thousand_alike_are_not_a_million_comparisons() -> None:
    gone = [_file(f"a.r{number}", text=f"{TEXT} Number {number} ends here.") for number in range(400)]
    came = [_file(f"b.s{number}", text=f"{TEXT} Other {number} ends here.") for number in range(400)]
    started = time.process_time()
    pair_renamed(gone, came)
    assert time.process_time() - started < 20
