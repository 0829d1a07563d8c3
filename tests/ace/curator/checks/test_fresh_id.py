"""An id is used once."""

from dataclasses import replace

from ace.curator.checks.fresh_id import check_id
from tests.ace.curator.checks.drafting import GOOD, SEEN, WEB_ID, drafted


def test_an_id_is_never_used_again() -> None:
    assert check_id(drafted(GOOD), SEEN).ok
    refused = check_id(drafted(GOOD), replace(SEEN, taken=frozenset({WEB_ID})))
    assert not refused.ok
    assert f"{WEB_ID} was deleted" in refused.detail
    assert "never used again" in refused.detail
