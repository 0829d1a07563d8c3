"""A part of a condition must differ between recorded decisions, or have been reviewed."""

import pytest

from ace.curator.checks.idle_parts import idle_parts
from ace.curator.remedies import REMEDIES
from tests.ace.building import WEB_RULE, rule
from tests.ace.curator.checks.drafting import SEEN, drafted

WHEN, REQUIRE = WEB_RULE["when"], WEB_RULE["require"]


def idle(when: str, require: str, before: str = "") -> list[str]:
    after = rule("tools.x", **{**WEB_RULE, "when": when, "require": require})
    old = rule("tools.x", **{**WEB_RULE, "when": before, "require": "false"}) if before else None
    return list(idle_parts(drafted(after, old), SEEN))


@pytest.mark.parametrize(
    ("when", "require", "part"),
    [
        (f"{WHEN} && state.step >= 0", REQUIRE, "state.step >= 0"),
        (WHEN, f"{REQUIRE} || state.step > 500", "state.step > 500"),
        (f'{WHEN} && state.student.level != "expert"', REQUIRE, 'state.student.level != "expert"'),
        (f"({WHEN} || state.step > 500) && !{REQUIRE}", "false", "state.step > 500"),
        (f"{WHEN} && ({REQUIRE} || !{REQUIRE})", REQUIRE, f"({REQUIRE} || !{REQUIRE})"),
    ],
)
def test_a_part_that_never_differs_is_named(when: str, require: str, part: str) -> None:
    assert any(f"`{part}` is " in problem for problem in idle(when, require))


def test_parts_that_matter_are_fine() -> None:
    assert idle(str(WHEN), str(REQUIRE)) == []
    assert idle(f"{WHEN} && !{REQUIRE}", "false") == []


def test_reviewed_parts_and_shipped_remedies_are_not_looked_at() -> None:
    assert idle(f"{WHEN} && state.step >= 0", str(REQUIRE), before="state.step  >= 0") == []
    remedy = REMEDIES["reveal_without_evidence"]
    assert idle(str(remedy.when), str(remedy.require)) == []
