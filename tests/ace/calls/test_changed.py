"""What differs from a run's record is named; where nothing does, what it may be is said."""

from collections.abc import Sequence

import pytest

from ace.calls.changed import what_changed
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from tests.ace.conftest import SmallRun


def _said(small: SmallRun, now: Sequence[Rule], controller: str = "", **recorded: object) -> str:
    record = small.run.record.model_copy(update=recorded)
    samples, _ = small.session.samples(record.split)
    return what_changed(record, now, samples, controller or record.controller)


@pytest.mark.parametrize(
    ("controller", "recorded", "words"),
    [
        ("openai/other", {}, "the controller is openai/other, and was simulated/policy-1"),
        ("", {"rules": {"a.b": "0" * 16}}, "rule a.b gone"),
        ("", {"rules": {f"a.{n}": "0" * 16 for n in range(5)}}, "rules a.0, a.1, a.2 and 2 more gone"),
        ("", {"samples": ("none~low",)}, "sample none~low gone"),
    ],
    ids=["controller", "rule", "many-rules", "sample"],
)
def test_a_difference_is_named(small_run: SmallRun, controller: str, recorded: JsonObject, words: str) -> None:
    assert _said(small_run, [], controller, **{"rules": {}, **recorded}) == f"since {small_run.run.record.run}: {words}"


def test_a_rule_that_is_new_or_worded_otherwise(small_run: SmallRun) -> None:
    rule = next(iter(small_run.session.playbook().rules))
    assert _said(small_run, [rule], rules={}).endswith(f"rule {rule.id} added")
    assert _said(small_run, [rule], rules={rule.id: "0" * 16}).endswith(f"rule {rule.id} changed")


def test_what_the_record_does_not_hold_is_said_in_general(small_run: SmallRun) -> None:
    assert _said(small_run, [], rules={}) == (
        "the controller's settings, budgets, a sample's text or ACE itself have changed since "
        + small_run.run.record.run
    )
