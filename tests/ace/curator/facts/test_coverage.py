"""How far the rules in force reach already."""

import pytest

from ace.curator.facts.coverage import RuleFigures, covering_rule, covers, nearly_covers, rule_coverage
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from tests.ace.building import WEB_RULE, rule

WEB = rule("tools.retrieve-before-web", text="Ask the index before the web.\n", **WEB_RULE)


def context(name: str, queried: bool, hits: int = 0) -> JsonObject:
    """Return a decision of this name."""
    return {"action": {"name": name}, "state": {"retrieval": {"queried": queried, "hits": hits}}, "episode": {}}


def figures(fires: int, speaks: int, cited: int = 10, rule_id: str = WEB.id) -> RuleFigures:
    """Return figures without clean decisions."""
    return RuleFigures(rule_id, fires, speaks, cited, 0, 0)


def test_a_rule_is_counted_where_it_is_violated_and_where_it_speaks() -> None:
    cited: list[JsonObject] = [
        context("web_browser", False),
        context("web_browser", True),
        context("zoom", False),
        {"action": {}},
    ]
    clean = [context("web_browser", False), context("retrieve", False)]
    (found,) = rule_coverage([WEB, rule("style.words")], cited, clean)
    assert found == RuleFigures(WEB.id, 1, 2, 4, 1, 2)
    assert found.to_json()["fires"] == 1


@pytest.mark.parametrize(
    ("seen", "covered", "near"),
    [
        pytest.param(figures(8, 8), True, False, id="fires on 80%: covers"),
        pytest.param(figures(7, 7), False, True, id="under 80%: nearly"),
        pytest.param(figures(5, 5), False, True, id="half: nearly"),
        pytest.param(figures(4, 4), False, False, id="under half: not"),
        pytest.param(figures(0, 8), False, True, id="speaks about 80% and is met: nearly"),
        pytest.param(figures(0, 7), False, False, id="speaks about less: not"),
        pytest.param(figures(0, 0, 0), False, False, id="nothing cited: not"),
    ],
)
def test_when_a_rule_covers_a_failure(seen: RuleFigures, covered: bool, near: bool) -> None:
    assert (covers(seen), nearly_covers(seen)) == (covered, near)


DRAFT = rule(
    "tools.new",
    text="Read two passages before the web.\n",
    when='action.name == "web_browser"',
    require="state.retrieval.hits > 1",
)
ABOUT_HITS = rule("tools.hits", when='action.name == "web_browser"', require="state.retrieval.hits > 0")


@pytest.mark.parametrize(
    ("existing", "seen", "expected"),
    [
        pytest.param([WEB], [figures(6, 6)], WEB.id, id="it half covers"),
        pytest.param([WEB], [figures(9, 9)], None, id="it covers: nothing to widen"),
        pytest.param([WEB], [figures(0, 9)], None, id="it speaks of the same action and asks for something else"),
        pytest.param(
            [ABOUT_HITS], [figures(0, 9, rule_id=ABOUT_HITS.id)], ABOUT_HITS.id, id="it asks about the same field"
        ),
        pytest.param(
            [WEB, ABOUT_HITS],
            [figures(6, 6), figures(7, 7, rule_id=ABOUT_HITS.id)],
            ABOUT_HITS.id,
            id="the one with most violations",
        ),
        pytest.param([WEB.model_copy(update={"safety": True})], [figures(6, 6)], None, id="never a safety rule"),
        pytest.param([WEB.model_copy(update={"audience": "solver"})], [figures(6, 6)], None, id="not for others"),
        pytest.param([WEB.model_copy(update={"text": DRAFT.text})], [figures(0, 0)], WEB.id, id="the same words"),
        pytest.param(
            [rule("style.words", text=DRAFT.text)], [], "style.words", id="the same words without a condition"
        ),
        pytest.param(
            [WEB.model_copy(update={"text": DRAFT.text, "when": 'action.name == "zoom"'})],
            [figures(0, 0)],
            None,
            id="the same words about another action",
        ),
    ],
)
def test_the_rule_an_addition_should_be_an_edit_of(
    existing: list[Rule], seen: list[RuleFigures], expected: str | None
) -> None:
    for rules in (existing, existing[::-1]):
        found = covering_rule(DRAFT, seen, rules)
        assert (found.id if found else None) == expected
