"""A rule with a condition finds its own violations."""

from collections.abc import Callable

from analyzers.detectors.registry import rule_detectors, run_detectors
from analyzers.detectors.rule_violation import detect_for
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Step

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
Calls = Callable[..., JsonObject]


def _rule(**changes: object) -> Rule:
    fields: JsonObject = {
        "schema": 1,
        "id": "tool.local-first",
        "title": "Local index before the web",
        "agent": "tutor",
        "text": "Search the local index first.",
        "when": "action.name == 'web_browser' && !episode.unsafe_request",
        "require": "state.retrieval.queried",
    }
    return Rule.model_validate(fields | changes)


def test_only_the_proposals_that_violate_are_found(step: Steps, episode: Episodes, call: Calls) -> None:
    web = {"action.name": "web_browser"}
    first = step(0, call("web_browser", query="a"), web)
    after = step(1, call("web_browser", query="b"), web | {"state.retrieval.queried": True})
    other = step(2, {"action": "QUIZ", "text": "Which?"})
    found = detect_for(_rule())(episode(first, after, other, step(3)))
    assert [(one.detector, one.step, one.rule, one.severity) for one in found] == [
        ("rule:tool.local-first", 0, "tool.local-first", "major")
    ]


def test_a_safety_rules_violation_is_critical(step: Steps, episode: Episodes, call: Calls) -> None:
    first = step(0, call("web_browser"), {"action.name": "web_browser"})
    assert [one.severity for one in detect_for(_rule(safety=True))(episode(first))] == ["critical"]


def test_another_agents_rule_does_not_speak_here(step: Steps, episode: Episodes, call: Calls) -> None:
    first = step(0, call("web_browser"), {"action.name": "web_browser"})
    assert detect_for(_rule(agent="inspector"))(episode(first)) == []


def test_a_condition_that_cannot_be_evaluated_is_one_minor_finding_an_episode(step: Steps, episode: Episodes) -> None:
    steps = [step(number, {"action": "QUIZ", "text": "Which?"}) for number in range(3)]
    found = detect_for(_rule(when="state.no_such_field"))(episode(*steps))
    assert [(one.detector, one.severity, one.step) for one in found] == [("rule-error:tool.local-first", "minor", 0)]
    assert "no_such_field" in found[0].message


def test_guidance_in_words_only_is_no_detector(step: Steps, episode: Episodes) -> None:
    words = _rule(when=None, require=None)
    assert rule_detectors([words]) == ()
    one = step(0, {"action": "QUIZ", "text": "Which?"})
    assert run_detectors([episode(one)], [words], detectors=()) == ((), ())
