"""Synthetic failures: many of few signatures, the same each time."""

import random

from ace.bench.cluster_scale import MAX_SIGNATURES, Plan, failures, ids_kept, partition_hash, synthetic_messages
from analyzers.clusters.group_failures import group_failures
from analyzers.signatures import signature

PLAN = Plan(900, 40)


def test_every_signature_is_there_and_no_other() -> None:
    found = {signature(each) for each in failures(range(PLAN.failures), PLAN)}
    assert len(found) == 40
    assert len({each.message for each in failures(range(PLAN.failures), PLAN)}) == 900


def test_a_failure_is_the_same_in_any_order() -> None:
    given = list(failures(range(PLAN.failures), PLAN))
    order = random.Random(3).sample(range(PLAN.failures), PLAN.failures)
    assert sorted(failures(order, PLAN), key=str) == sorted(given, key=str)


def test_messages_are_different_and_more_hold_the_fewer() -> None:
    every = synthetic_messages(MAX_SIGNATURES)
    assert len(set(every)) == len(every) == MAX_SIGNATURES
    assert every[:50] == synthetic_messages(50)


def test_the_hash_tells_partitions_apart() -> None:
    one = group_failures(failures(range(900), PLAN), None)
    assert partition_hash(one) == partition_hash(group_failures(failures(reversed(range(900)), PLAN), None))
    assert partition_hash(one) != partition_hash(group_failures(failures(range(899), PLAN), None))


def test_nearly_all_ids_are_kept_when_more_come() -> None:
    assert ids_kept(Plan(4000, 80)) >= 0.95
