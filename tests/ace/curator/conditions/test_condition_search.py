"""The search itself: one predicate, two that only tell together, and none without an action."""

import numpy as np

from ace.curator.conditions.recorded import actions_cited, recorded_decisions
from ace.curator.conditions.search import Found, search
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.json_types import JsonObject
from tests.ace.curator.conditions.deciding import decided


def searched(cited: list[JsonObject], clean: list[JsonObject]) -> tuple[Found, ...]:
    """Return what is found among all of the decisions."""
    recorded = recorded_decisions(cited, clean)
    everything = np.ones(len(cited) + len(clean), dtype=bool)
    return search(recorded, everything, actions_cited(recorded, TUTOR_CONTEXT), TUTOR_CONTEXT)


def test_one_predicate_is_found_first_where_one_tells() -> None:
    cited = [decided("web_browser", state__retrieval__queried=False, state__step=step) for step in range(6)]
    clean = [decided("web_browser", state__retrieval__queried=True, state__step=step) for step in range(6)]
    best = searched(cited, clean)[0]
    assert (best.placed.when, best.placed.require) == ('action.name == "web_browser"', "state.retrieval.queried")


def test_two_are_found_where_neither_tells_alone() -> None:
    def teach(queried: bool, observed: bool) -> JsonObject:
        return decided("HINT", state__retrieval__queried=queried, state__image__observed=observed)

    cited = [teach(False, False)] * 20
    clean = [teach(True, False)] * 20 + [teach(False, True)] * 20
    best = searched(cited, clean)[0]
    assert set(best.placed.require.split(" || ")) == {"state.retrieval.queried", "state.image.observed"}
    assert best.tried > 1


def test_any_action_is_meant_where_it_should_have_been_another() -> None:
    names = ["HINT", "QUIZ", "zoom", "ocr", "retrieve", "MICROLESSON", "ASK_PROBE"]
    cited = [decided(name, episode__unsafe_request=True) for name in names for _ in range(3)]
    clean = [decided(name) for name in names for _ in range(3)]
    clean += [decided("SAFETY_REFUSE", episode__unsafe_request=True)] * 5
    found = {(one.placed.when, one.placed.require) for one in searched(cited, clean)}
    assert ("episode.unsafe_request", 'action.kind == "SAFETY_REFUSE"') in found


def test_nothing_is_asked_of_every_action() -> None:
    cited = [decided("HINT", state__answer_open=True), decided("zoom", state__answer_open=True)] * 5
    clean = [decided("HINT"), decided("zoom")] * 5
    for one in searched(cited, clean):
        assert one.action or any(part.path.startswith("action.") for part in one.predicates)
