"""Ids of rules nobody named."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.drafting.found_remedy import MAX_SLUG, free_id, untaken_id
from runtime.rules.read_rule import rule_id_of_path
from tests.ace.building import curator_input, rule, web_episodes

SEEN = curator_input(web_episodes())
CLUSTER = next(item for item in SEEN.clusters if item.detector == "web_before_local")


@pytest.mark.parametrize(
    ("detector", "tool", "when", "expected"),
    [
        pytest.param("own:Odd Name", "", "true", "responses.own-odd-name", id="no action"),
        pytest.param("own:x", "", 'action.name == "HINT"', "responses.own-x-hint", id="a response"),
        pytest.param("own:x", "", 'action.name == "web_browser"', "tools.own-x-web-browser", id="a tool"),
        pytest.param("own:x", "zoom", 'action.kind in ["HINT", "QUIZ"]', "tools.own-x-zoom", id="the cluster's tool"),
        pytest.param("own:x", "", 'action.kind == "REQUEST_TOOL"', "tools.own-x", id="any tool"),
        pytest.param("\u00fc\u00fc", "", "true", "responses.found", id="nothing an id may have"),
    ],
)
def test_an_id_says_the_failure_and_the_action(detector: str, tool: str, when: str, expected: str) -> None:
    cluster = replace(CLUSTER, detector=detector, signature=CLUSTER.signature._replace(tool=tool))
    assert free_id(SEEN, cluster, when) == expected


def test_an_id_in_force_is_not_used_again() -> None:
    first = free_id(SEEN, CLUSTER, "true")
    seen = replace(SEEN, rules=(rule(first), rule(f"{first}-2")))
    assert free_id(seen, CLUSTER, "true") == f"{first}-3"
    gone = replace(SEEN, taken=frozenset({first}))
    assert free_id(gone, CLUSTER, "true") == f"{first}-2"


@given(base=st.just("a.b"), numbers=st.sets(st.integers(1, 9)))
def test_an_untaken_id_is_the_first_that_is_free(base: str, numbers: set[int]) -> None:
    names = [base, *(f"{base}-{number}" for number in range(2, 11))]
    taken = {names[number - 1] for number in numbers}
    assert untaken_id(base, taken) == next(name for name in names if name not in taken)


def test_a_long_name_makes_a_valid_id() -> None:
    cluster = replace(CLUSTER, detector="own:" + "very-long-" * 30)
    made = free_id(SEEN, cluster, "true")
    area, slug = made.split(".")
    assert len(slug) <= MAX_SLUG
    assert rule_id_of_path(f"playbooks/tutor/{area}/{slug}.yaml") == made
