"""An id is used once."""

from dataclasses import replace

from ace.curator.checks.check import Check
from ace.curator.checks.fresh_id import check_id, with_cut_history
from tests.ace.curator.checks.drafting import GOOD, SEEN, WEB_ID, drafted


def test_an_id_is_never_used_again() -> None:
    assert check_id(drafted(GOOD), SEEN).ok
    refused = check_id(drafted(GOOD), replace(SEEN, taken=frozenset({WEB_ID})))
    assert not refused.ok
    assert f"{WEB_ID} was deleted" in refused.detail
    assert "never used again" in refused.detail


def test_where_history_is_cut_no_id_is_said_to_be_unused() -> None:
    refused = check_id(drafted(GOOD), replace(SEEN, taken=frozenset({WEB_ID})))
    other = Check("schema", True, "valid")
    said = with_cut_history((check_id(drafted(GOOD), SEEN), refused, other))
    assert said == (
        Check("id", True, "not known: history is shallow (git fetch --unshallow)"),
        refused,
        other,
    )
