"""Clusters that a model need not be asked about."""

from dataclasses import replace

import pytest

from ace.curator.asking.open_already import open_already
from ace.curator.model_curator import draft_with_model
from runtime.models.scripted import Scripted
from tests.ace.curator.test_model_curator import TWO

FIRST = TWO.clusters[0]


@pytest.mark.parametrize(
    ("detector", "opened", "said"),
    [
        ("any", {"open_clusters": {FIRST.id: "0123456789ab"}}, "ace/p/0123456789ab already answers this cluster"),
        ("rule:x.y", {"open_rules": {"x.y": "0123456789ab"}}, "ace/p/0123456789ab already proposes a change to x.y"),
        ("rule-error:x.y", {"open_rules": {"x.y": "0123456789ab"}}, "already proposes a change to x.y"),
        ("rule:x.z", {"open_rules": {"x.y": "0123456789ab"}}, ""),
        ("unheard_of", {"open_rules": {"": "0123456789ab"}, "open_clusters": {"c-0": "0123456789ab"}}, ""),
    ],
    ids=["its cluster", "its rule", "its rule's errors", "another rule", "none of its own"],
)  # fmt: skip
def test_what_is_open_already_is_named(detector: str, opened: dict[str, dict[str, str]], said: str) -> None:
    seen = replace(TWO, **opened)  # type: ignore[arg-type]
    found = open_already(seen, replace(FIRST, detector=detector))
    assert said in found if said else not found


async def test_it_is_not_paid_for_and_said() -> None:
    asked: list[str] = []

    def answer(request: object) -> str:
        asked.append(str(request))
        return '{"op": "none"}'

    seen = replace(TWO, open_clusters={FIRST.id: "0123456789ab"})
    drafting = await draft_with_model(seen, Scripted(answer), 0)
    assert len(asked) == 1, "the other cluster"
    assert drafting.refused[0].reason == "not asked: ace/p/0123456789ab already answers this cluster"
