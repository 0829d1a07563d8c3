"""An edit lets go nothing in states that nobody recorded, but for what false alarms show."""

import pytest

from ace.curator.checks.exemptions import find_exemption
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, decision, episode, rule
from tests.ace.curator.checks.drafting import GOOD, SEEN, seen_of

WHEN = 'action.name == "web_browser"'
QUERIED = "state.retrieval.queried"


@pytest.mark.parametrize(
    ("when", "require", "said"),
    [
        pytest.param(WHEN, QUERIED, "", id="the same"),
        pytest.param(f"{WHEN} && true", QUERIED, "", id="the same in other words"),
        pytest.param(WHEN, "false", "", id="stops more"),
        pytest.param(WHEN, f"{QUERIED} && state.step < 9", "", id="asks for more"),
        pytest.param('action.name in ["web_browser", "zoom"]', QUERIED, "", id="about one more action"),
        pytest.param(f"{WHEN} && state.errors <= 3", QUERIED, "state.errors is 4", id="an exemption after errors"),
        pytest.param(f'{WHEN} && state.student.level != "expert"', QUERIED, 'level is "expert"', id="for experts"),
        pytest.param(f'{WHEN} && episode.organ != "heart"', QUERIED, 'organ is "heart"', id="for one organ"),
        pytest.param(WHEN, f'{QUERIED} || "vip" in episode.tags', 'tags is ["vip"]', id="for a tag"),
        pytest.param(WHEN, f"{QUERIED} || state.image.present", "present is true", id="a back door"),
        pytest.param(
            WHEN,
            f'{QUERIED} || (state.errors > 7 && state.student.level == "expert")',
            'state.errors is 8 and state.student.level is "expert"',
            id="for two things together",
        ),
        pytest.param('action.name == "zoom"', "false", "lets go what", id="about another action"),
    ],
)
def test_exemptions(when: str, require: str, said: str) -> None:
    found = find_exemption(GOOD, rule("a.b", when=when, require=require), SEEN)
    assert (said in found) if said else (found == "")


def test_a_guard_that_nobody_broke_is_not_hollowed_out() -> None:
    guard = rule("a.guard", when='action.kind == "HINT"', require="action.hint_level <= state.student.hint_level + 1")
    hints = [
        decision({"action": "HINT", "text": "Look.", "hint_level": level}, state__student__hint_level=level - 1)
        for level in (1, 2)
    ]
    seen = seen_of((episode("e-hints", *hints),))
    assert seen.recorded.violating(guard) == frozenset()
    weaker = guard.model_copy(update={"require": "action.hint_level <= 3"})
    assert "lets go what a.guard stops" in find_exemption(guard, weaker, seen)


def test_a_false_alarm_shows_what_may_go() -> None:
    wide = rule("a.b", when=WHEN, require="false")
    narrower = wide.model_copy(update={"require": QUERIED})
    bad = tuple(episode(f"e-bad{i}", WEB, sample=f"s{i}") for i in range(3))
    good = tuple(episode(f"e-ok{i}", RETRIEVE, WEB_AFTER, sample=f"g{i}") for i in range(3))
    assert find_exemption(wide, narrower, seen_of((*bad, *good))) == ""
    assert "state.retrieval.queried is true" in find_exemption(wide, narrower, seen_of(bad))
    also = wide.model_copy(update={"require": f'{QUERIED} || state.student.level == "expert"'})
    assert 'level is "expert"' in find_exemption(wide, also, seen_of((*bad, *good)))
