"""What an episode was set up with is kept once and read back as it was."""

import json

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import content_hash
from runtime.gates.settings import FixedGateSettings
from runtime.loop.replay_setup import Setup, keep_sample, keep_setup, load_sample, load_setup, store_setup
from tests.runtime.builders import SAMPLE, gate, parts, rule

RULES = (rule(text="Look first."), gate('action.name == "look"', "state.retrieval.queried", "retrieve"))


def test_a_set_up_comes_back_with_rules_tools_and_modes() -> None:
    these = parts([], max_repairs=2, gates=FixedGateSettings(local_before_web="enforce"))
    ref = keep_setup(these, RULES, "the system", "the solver")
    setup = load_setup(ref, these.artifacts)
    assert setup.rules == RULES
    assert [rule.fingerprint() for rule in setup.rules] == [rule.fingerprint() for rule in RULES]
    assert {spec.name: spec for spec in setup.tools} == {name: tool.spec for name, tool in these.tools.items()}
    assert (setup.system, setup.solver_system, setup.max_repairs) == ("the system", "the solver", 2)
    assert setup.gates.local_before_web == "enforce"


def test_equal_set_ups_are_one_artifact_and_other_rules_another() -> None:
    store = MemoryArtifactStore()
    setup = Setup((), (), "s", "", 800, 1)
    assert store_setup(setup, store) == store_setup(Setup((), (), "s", "", 800, 1), store)
    assert store_setup(setup, store) != store_setup(Setup(RULES, (), "s", "", 800, 1), store)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"rules": [{"id": "x"}]}, "rules.0"), ({"max_repairs": "many"}, "max_repairs")],
    ids=["rules", "limit"],
)
def test_another_versions_set_up_is_refused_naming_the_field(change: dict[str, object], message: str) -> None:
    store = MemoryArtifactStore()
    value = json.loads(store.get(store_setup(Setup((), (), "s", "", 800, 1), store)))
    ref = store.put(json.dumps(value | change).encode(), "application/json")
    with pytest.raises(TraceError, match=message):
        load_setup(ref, store)


def test_a_field_of_a_newer_version_is_passed_over() -> None:
    store = MemoryArtifactStore()
    value = json.loads(store.get(store_setup(Setup((), (), "s", "", 800, 1), store)))
    ref = store.put(json.dumps(value | {"new": 1}).encode(), "application/json")
    assert load_setup(ref, store).system == "s"


def test_a_sample_is_kept_under_the_hash_of_its_content() -> None:
    store = MemoryArtifactStore()
    name = keep_sample(SAMPLE, store)
    assert name == content_hash(SAMPLE.model_dump(mode="json"))
    assert load_sample(name, store) == SAMPLE
    with pytest.raises(TraceError, match="not in this process's artifact store"):
        load_sample("0" * 64, store)
    other = store.put(b'{"id": "x"}', "application/json").rpartition("/")[2]
    with pytest.raises(TraceError, match="not a sample this program reads"):
        load_sample(other, store)
