"""Conditions that lie in wait are refused, those that look for what the evidence holds are not."""

import pytest

from ace.curator.checks.hidden_triggers import hidden_triggers
from runtime.contracts.condition_context import ContextField
from tests.ace.building import decision, episode, rule
from tests.ace.curator.checks.drafting import cluster_of, drafted, seen_of

WHEN = 'action.name == "web_browser"'
# Every web search says "what is it"; three of four also say "heron".
SEARCHES = tuple(
    episode(
        f"e{i}",
        decision(
            {
                "action": "REQUEST_TOOL",
                "tool": "web_browser",
                "arguments": {"query": "what is it" + (" heron" if i < 3 else "")},
            },
            state__retrieval__queried=False,
        ),
        sample=f"s{i}",
    )
    for i in range(4)
)
SEEN = seen_of(SEARCHES)
CLUSTER = cluster_of(SEARCHES)


@pytest.mark.parametrize(
    ("when", "require", "said"),
    [
        pytest.param(WHEN, "state.retrieval.queried", "", id="fields and names"),
        pytest.param(WHEN, "false", "", id="forbids outright"),
        pytest.param(f'{WHEN} && action.arguments.query.contains("what is")', "false", "", id="what all say"),
        pytest.param(f'{WHEN} && action.arguments.query.matches("what (is|was)")', "false", "", id="a pattern"),
        pytest.param(f"{WHEN} && size(action.text) > 40", "false", "", id="a length"),
        pytest.param(f'{WHEN} && action.text != ""', "false", "", id="an empty text"),
        pytest.param(
            f'{WHEN} || action.arguments.query.contains("heron")', "false", "'heron' stands in 75%", id="some say it"
        ),
        pytest.param(WHEN, 'state.retrieval.queried || action.text.contains("blue")', "'blue'", id="a back door"),
        pytest.param(WHEN, 'action.text.contains("blue " + "heron")', "'blue '", id="a phrase in two parts"),
        pytest.param(WHEN, 'action.text.contains("retrieve")', "'retrieve' stands in 0%", id="a name as a phrase"),
        pytest.param(WHEN, 'action.text.matches("[")', "'['", id="no pattern"),
        pytest.param(WHEN, 'action.text == b"x"', 'b"x"', id="bytes"),
        pytest.param(f'{WHEN} && !episode.tags.exists(t, t == "vip")', "false", "'vip'", id="a tag nobody has"),
        pytest.param(f'{WHEN} && episode.organ != "heart"', "false", "'heart'", id="an organ nobody has"),
        pytest.param(f'{WHEN} && episode.modality != "2027-01-01"', "false", "names a date", id="a date"),
        pytest.param('episode.sample == "s0"', "false", "names one sample", id="a sample"),
        pytest.param("state.today > 3", "false", "is a time", id="a clock"),
        pytest.param("true", "state.retrieval.queried", "when: `true` looks at nothing", id="about everything"),
        pytest.param("1 < 2", "false", "when: `1 < 2` looks at nothing", id="about everything, in other words"),
        pytest.param(WHEN, "true", "asks for nothing", id="asks for nothing"),
    ],
)
def test_triggers(when: str, require: str, said: str) -> None:
    found = list(hidden_triggers(drafted(rule("a.b", when=when, require=require), cluster=CLUSTER), SEEN))
    assert (not said and not found) or said in " ".join(found)


def test_without_evidence_no_phrase_is_known() -> None:
    draft = drafted(rule("a.b", when='action.text.contains("what")', require="false"), cluster=None)
    assert "0%" in " ".join(hidden_triggers(draft, SEEN))


def test_a_field_that_can_be_any_text_holds_no_names() -> None:
    context = (*SEEN.context, ContextField("state.said", "", "what the student said last"))
    seen = seen_of(SEARCHES, context=context)
    draft = drafted(rule("a.b", when=f'{WHEN} || state.said == "open sesame"', require="false"), cluster=CLUSTER)
    assert "open sesame" in " ".join(hidden_triggers(draft, seen))
