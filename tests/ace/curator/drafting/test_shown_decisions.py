"""What a cluster shows."""

from ace.curator.drafting.shown_decisions import shown_by
from tests.ace.building import WEB_RULE, curator_input, rule, web_episodes

RULE = rule("a.web", **WEB_RULE)
SEEN = curator_input(web_episodes(), RULE, rule("b.other", agent="inspector", **WEB_RULE), rule("c.words"))
SHOWN = shown_by(SEEN, next(item for item in SEEN.clusters if item.detector == "web_before_local"))


def test_every_decision_has_its_case_and_the_own_rules_have_figures() -> None:
    assert len(SHOWN.cases) == len(SHOWN.cited) + len(SHOWN.clean) == 6 + 12
    assert {case[:6] for case in SHOWN.cases[:6]} == {"case-s"}
    assert {case[:6] for case in SHOWN.cases[6:]} == {"case-g"}
    assert [(item.rule_id, item.fires, item.alarms) for item in SHOWN.figures] == [("a.web", 6, 0)]


def test_a_rule_tells_the_failure_where_it_fires_there_and_nowhere_else() -> None:
    assert SHOWN.is_told_by(RULE)
    assert not SHOWN.is_told_by(RULE.model_copy(update={"require": "false"}))
    assert not SHOWN.is_told_by(RULE.model_copy(update={"when": 'action.name == "zoom"'}))
    assert not SHOWN.is_told_by(rule("c.words"))
