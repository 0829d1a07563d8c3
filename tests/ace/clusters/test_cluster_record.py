"""A registry is written and read back whole; what is not sound is told."""

import json
from collections.abc import Callable
from copy import deepcopy

import pytest

from ace.clusters.record import REGISTRY_ERRORS, from_record, to_record
from analyzers.clusters.registry import Registry
from runtime.contracts.json_types import JsonObject
from tests.analyzers.clusters.runs import recorded, seen
from tests.analyzers.clusters.word_vectors import word_embedding

LATE = "the booking tool answered much too late"


def _registry() -> Registry:
    embedding = word_embedding()
    return recorded(
        seen("r-1", {LATE: [0, 1, 2, 3] * 6, "no date \u202e was given": [3]}),
        seen("r-2", {f"{LATE} today": [0, 2]}),
        embedding=embedding,
    )


def test_what_is_written_is_read_back() -> None:
    registry = _registry()
    text = json.dumps(to_record(registry))
    assert from_record(json.loads(text)) == registry
    assert registry.clusters[0].vector
    assert from_record(to_record(Registry("tutor"))) == Registry("tutor")


def _set(*path: str | int, to: object) -> Callable[[JsonObject], None]:
    def change(value: JsonObject) -> None:
        node: object = value
        for part in path[:-1]:
            node = node[part]  # type: ignore[index]
        node[path[-1]] = to  # type: ignore[index]

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("clusters", 0, "medoid", to=99),
        _set("clusters", 0, "medoid", to=-1),
        _set("clusters", 0, "members", to=[0, 0]),
        _set("clusters", 0, "id", to="c-../../x"),
        _set("clusters", 0, "vector", to="AAA"),
        _set("clusters", 0, "vector", to="AAAA"),
        _set("runs", 0, "failures", to={"0": [[99, 1]]}),
        _set("runs", 0, "failures", to={"99": [[0, 1]]}),
        _set("runs", 0, "samples", to=[]),
        _set("runs", 1, "run", to="r-1"),
        _set("runs", 0, "episodes", to=[[0, float("nan")]]),
        _set("runs", 0, "failures", to={"-1": [[0, 1]]}),
        _set("clusters", 0, "split_from", to="\x1b[31m"),
        _set("pool_after", to=-3),
        _set("surprise", to=1),
    ],
    ids=["medoid-absent", "negative", "member-twice", "odd-id", "no-base64", "vector-cut", "episode-absent",
         "signature-absent", "samples-gone", "run-twice", "nan", "negative-signature", "odd-parent",
         "negative-count", "unknown-field"],
)  # fmt: skip
def test_a_record_that_is_not_sound_is_refused(change: Callable[[JsonObject], None]) -> None:
    value = deepcopy(to_record(_registry()))
    change(value)
    with pytest.raises(REGISTRY_ERRORS):
        from_record(value)
