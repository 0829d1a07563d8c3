"""A stream of failures into groups, with what is counted of them."""

import random
from collections.abc import Callable

from analyzers.clusters.group_failures import EXAMPLES, group_failures
from analyzers.finding import Finding
from tests.analyzers.clusters.word_vectors import WordVectors


def _stream(finding: Callable[..., Finding]) -> list[Finding]:
    return [
        finding(number, message=message, source=f"src-{number % 2}")
        for number in range(40)
        for message in ("the order could not be found", f"the order could not be found {number}", "nobody is there")
    ]


def test_failures_are_counted_by_group_whatever_their_order(finding: Callable[..., Finding]) -> None:
    stream = _stream(finding)
    groups = group_failures(iter(stream), WordVectors())
    assert [(group.failures, len(group.members)) for group in groups] == [(80, 2), (40, 1)]
    assert (groups[0].episodes, groups[0].samples, groups[0].sources, groups[0].is_exact) == (40, 14, 2, True)
    random.Random(1).shuffle(stream)
    assert group_failures(iter(stream), WordVectors()) == groups


def test_examples_are_findings_of_the_group_and_few(finding: Callable[..., Finding]) -> None:
    for group in group_failures(_stream(finding), WordVectors()):
        assert len(group.examples) == EXAMPLES
        assert {example.message.split()[0] for example in group.examples} <= {"the", "nobody"}
        assert len(set(group.examples)) == EXAMPLES


def test_many_episodes_are_an_estimate_and_say_so(finding: Callable[..., Finding]) -> None:
    (group,) = group_failures((finding(number) for number in range(3000)), None)
    assert group.failures == 3000
    assert not group.is_exact
    assert 2500 < group.episodes < 3500


def test_nothing_makes_no_group() -> None:
    assert group_failures([], WordVectors()) == ()
