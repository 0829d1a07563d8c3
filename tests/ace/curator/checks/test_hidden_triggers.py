"""Conditions that wait for one sample or a time, or look at nothing, are refused."""

import pytest

from ace.curator.checks.hidden_triggers import hidden_triggers
from tests.ace.building import rule
from tests.ace.curator.checks.drafting import drafted

WHEN = 'action.name == "web_browser"'


@pytest.mark.parametrize(
    ("when", "require", "said"),
    [
        pytest.param(WHEN, "state.retrieval.queried", "", id="fields and names"),
        pytest.param(WHEN, "false", "", id="forbids outright"),
        pytest.param(f"{WHEN} && size(action.text) > 40", "false", "", id="a length"),
        pytest.param('episode.sample == "s0"', "false", "names one sample", id="a sample"),
        pytest.param(f"{WHEN} || state.case_id > 3", "false", "names one sample", id="an id"),
        pytest.param("state.today > 3", "false", "is a time", id="a clock"),
        pytest.param(WHEN, "state.errors < 3 || state.hour > 12", "is a time", id="an hour in require"),
        pytest.param("true", "state.retrieval.queried", "when: `true` looks at nothing", id="about everything"),
        pytest.param("1 < 2", "false", "when: `1 < 2` looks at nothing", id="about everything, in other words"),
        pytest.param(WHEN, "true", "asks for nothing", id="asks for nothing"),
    ],
)
def test_triggers(when: str, require: str, said: str) -> None:
    found = list(hidden_triggers(drafted(rule("a.b", when=when, require=require))))
    assert (said in " ".join(found)) if said else found == []
