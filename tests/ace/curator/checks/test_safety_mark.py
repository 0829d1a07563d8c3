"""Safety rules are changed by people only."""

import pytest

from ace.curator.checks.safety_mark import check_safety
from ace.curator.draft import Draft
from tests.ace.building import rule
from tests.ace.curator.checks.drafting import GOOD, WEB_ID, drafted, merge

SAFE = GOOD.model_copy(update={"safety": True})
GUARD = rule("safety.guard", safety=True)


@pytest.mark.parametrize(
    ("draft", "ok"),
    [
        pytest.param(drafted(GOOD), True, id="a new rule"),
        pytest.param(drafted(SAFE), False, id="a new rule that claims the mark"),
        pytest.param(drafted(GOOD, SAFE), False, id="a safety rule edited"),
        pytest.param(drafted(GOOD, rule(WEB_ID)), True, id="an ordinary rule edited"),
        pytest.param(drafted(SAFE, GOOD), False, id="an edit that takes the mark, and could never be undone"),
        pytest.param(drafted(None, rule(WEB_ID, safety=True)), False, id="a safety rule deleted"),
        pytest.param(merge(GOOD, GOOD, rule("a.other")), True, id="ordinary rules merged"),
        pytest.param(merge(GOOD, GOOD, GUARD), False, id="a safety rule merged away"),
    ],
)
def test_safety(draft: Draft, ok: bool) -> None:
    check = check_safety(draft)
    assert check.ok is ok
    assert ok or "by people only" in check.detail
