"""What a file says was proposed has the fingerprint of the proposal, field for field."""

import pytest

from ace.rejections.rejection import Rejection
from ace.rejections.stated_fingerprint import stated_fingerprint
from ace.review.fingerprint import fingerprint
from runtime.contracts.json_types import JsonObject
from tests.ace.building import rule

BASE: JsonObject = {
    "fingerprint": "0" * 64,
    "op": "add",
    "rule": "tools.x",
    "reason": "not so",
    "by": "lead",
    "date": "2026-11-01",
}
CONDITION: JsonObject = {"when": "true", "require": "state.answer_open"}


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"text": "Do it.\n"}, id="words"),
        pytest.param({"text": "Do it.\n", **CONDITION}, id="a condition"),
        pytest.param({"text": "Do it.\n", **CONDITION, "enforce": "gate", "otherwise": "HINT"}, id="a gate"),
        pytest.param({"text": "Do it.\n", "priority": 3, "safety": True, "status": "active"}, id="the rest"),
        pytest.param({"text": "Do it.\n", "audience": "solver"}, id="for the solver"),
    ],
)
def test_every_field_of_the_proposal_counts(fields: JsonObject) -> None:
    otherwise = {"otherwise": {"action": fields["otherwise"]}} if "otherwise" in fields else {}
    after = rule("tools.x", **{**fields, **otherwise})
    said = Rejection.model_validate({**BASE, **fields})
    assert stated_fingerprint(said) == fingerprint("add", "tools.x", after)


def test_a_deletion_says_all_without_words_and_anything_else_nothing() -> None:
    assert stated_fingerprint(Rejection.model_validate(BASE)) is None
    deletion = Rejection.model_validate({**BASE, "op": "delete"})
    assert stated_fingerprint(deletion) == fingerprint("delete", "tools.x", None)


def test_a_merge_names_what_it_takes_away() -> None:
    said = Rejection.model_validate({**BASE, "op": "merge", "text": "Do it.\n", "merged": ["a.b", "c.d"]})
    after = rule("tools.x", text="Do it.\n")
    assert stated_fingerprint(said) == fingerprint("merge", "tools.x", after, ["c.d", "a.b"])


def test_a_file_that_names_no_agent_is_of_the_one_there_was() -> None:
    said = Rejection.model_validate({**BASE, "text": "Do it.\n"})
    assert stated_fingerprint(said) == fingerprint("add", "tools.x", rule("tools.x", text="Do it.\n", agent="tutor"))
    theirs = rule("tools.x", text="Do it.\n", agent="inspector")
    named = said.model_copy(update={"agent": "inspector"})
    assert stated_fingerprint(named) == fingerprint("add", "tools.x", theirs) != stated_fingerprint(said)
    gone = named.model_copy(update={"op": "delete"})
    assert stated_fingerprint(gone) == fingerprint("delete", "tools.x", None, agent="inspector")
