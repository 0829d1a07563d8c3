"""A model is told the bands and the condition of a part, where clean decisions alone tell nothing."""

import random

from ace.curator.asking.cluster_facts import facts_of
from ace.curator.asking.facts_of_part import PartFacts, facts_of_part
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, episode
from tests.ace.curator.drafting.own_cluster import hint, own_cluster

# Too few hints went well to tell anything by, and too many for a hint to be wrong whenever it is given.
GOOD = [episode(f"good{i}", RETRIEVE, hint(action__repeats=0), sample=f"g{i}") for i in range(9)]


def hints(told: float) -> list[Episode]:
    """Return episodes of two hints of which one fails (`bad`); of those that fail a share is repeated."""
    rng = random.Random(1)
    return [
        episode(f"bad{i:02}", hint(action__repeats=int(rng.random() < told)), hint(action__repeats=0), sample=f"b{i}")
        for i in range(90)
    ]


def test_what_failed_is_held_against_the_same_action_in_failed_episodes_too() -> None:
    seen, cluster = own_cluster([*hints(0.5), *GOOD], "bad", 0)
    found = facts_of_part(seen, cluster)
    assert [one.require for one in found.candidates] == ["action.repeats < 1"]
    assert {(band.field, band.failing, band.n, band.mark) for band in found.bands} >= {
        ("action.repeats", found.candidates[0].fired, found.candidates[0].fired, "many")
    }
    facts = {fact.name: fact.items for fact in facts_of(seen, cluster).facts}
    (told,) = facts["candidates"]
    assert isinstance(told, dict)
    assert told["fires"] == f"on {found.candidates[0].fired} of 90 failing decisions"
    assert told["false_alarms"] == "0 of 99 good decisions"
    assert len(facts["bands"]) == len(found.bands)


def test_several_actions_tell_nothing() -> None:
    mixed = [*hints(0.5), episode("badx", RETRIEVE, sample="x"), *GOOD]
    assert facts_of_part(*own_cluster(mixed, "bad", 0)) == PartFacts()
