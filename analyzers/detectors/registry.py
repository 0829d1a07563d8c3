"""The table of detectors, and running them: one broken detector never hides what the others find."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import NamedTuple

from analyzers.detectors import (
    answer_leaked,
    answer_without_citation,
    budget_spent,
    early_reveal,
    empty_response,
    hint_level_skipped,
    invented_citation,
    malformed_action,
    malformed_answer,
    needless_refusal,
    no_coherent_ending,
    repeated_call,
    repeated_response,
    reveal_before_attempt,
    reveal_without_evidence,
    safety_not_refused,
    several_tools,
    taught_without_looking,
    tool_error_ignored,
    web_before_local,
    went_on_after_correct,
)
from analyzers.detectors.reading import About
from analyzers.detectors.rule_violation import about_rule, detect_for
from analyzers.finding import Bucket, Finding, Severity
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode


@dataclass(frozen=True)
class Detector:
    """One failure: its name, where the cure lies, how much it matters, what it finds, and the pure function."""

    name: str
    bucket: Bucket
    severity: Severity
    doc: str
    detect: Callable[[Episode], list[Finding]]


@dataclass(frozen=True)
class Unanalyzed:
    """A detector that raised on an episode: what it would have found there is unknown."""

    detector: str
    episode: str
    reason: str


class AnalysisResult(NamedTuple):
    """Findings by episode, then by detector in table order; and what could not be analyzed."""

    findings: tuple[Finding, ...]
    errors: tuple[Unanalyzed, ...]


def _entry(about: About, detect: Callable[[Episode], list[Finding]]) -> Detector:
    return Detector(about.name, about.bucket, about.severity, cleandoc(detect.__doc__ or ""), detect)


DETECTORS: tuple[Detector, ...] = (
    _entry(malformed_action.ABOUT, malformed_action.detect),
    _entry(several_tools.ABOUT, several_tools.detect),
    _entry(repeated_call.ABOUT, repeated_call.detect),
    _entry(web_before_local.ABOUT, web_before_local.detect),
    _entry(reveal_before_attempt.ABOUT, reveal_before_attempt.detect),
    _entry(early_reveal.ABOUT, early_reveal.detect),
    _entry(reveal_without_evidence.ABOUT, reveal_without_evidence.detect),
    _entry(taught_without_looking.ABOUT, taught_without_looking.detect),
    _entry(went_on_after_correct.ABOUT, went_on_after_correct.detect),
    _entry(repeated_response.ABOUT, repeated_response.detect),
    _entry(answer_leaked.ABOUT, answer_leaked.detect),
    _entry(tool_error_ignored.ABOUT, tool_error_ignored.detect),
    _entry(hint_level_skipped.ABOUT, hint_level_skipped.detect),
    _entry(safety_not_refused.ABOUT, safety_not_refused.detect),
    _entry(needless_refusal.ABOUT, needless_refusal.detect),
    _entry(empty_response.ABOUT, empty_response.detect),
    _entry(malformed_answer.ABOUT, malformed_answer.detect),
    _entry(answer_without_citation.ABOUT, answer_without_citation.detect),
    _entry(invented_citation.ABOUT, invented_citation.detect),
    _entry(budget_spent.ABOUT, budget_spent.detect),
    _entry(no_coherent_ending.ABOUT, no_coherent_ending.detect),
)


def rule_detectors(rules: Iterable[Rule]) -> tuple[Detector, ...]:
    """Return a detector `rule:<id>` for every rule with a condition; guidance in words only gives none."""
    return tuple(_rule_entry(rule) for rule in rules if rule.is_checked)


def _rule_entry(rule: Rule) -> Detector:
    about = about_rule(rule)
    return Detector(about.name, about.bucket, about.severity, rule.title, detect_for(rule))


def run_detectors(
    episodes: Iterable[Episode], rules: Iterable[Rule] = (), detectors: Sequence[Detector] = DETECTORS
) -> AnalysisResult:
    """Return what `detectors` and the checked `rules` find in `episodes`. Never raises for a broken detector."""
    table = (*detectors, *rule_detectors(rules))
    findings: list[Finding] = []
    errors: list[Unanalyzed] = []
    for episode in episodes:
        for detector in table:
            try:
                findings += detector.detect(episode)
            except Exception as exc:  # noqa: BLE001  the episode boundary: detectors may be a user's own
                reason = f"{type(exc).__name__}: {exc}"
                errors.append(Unanalyzed(detector.name, episode.header.episode, reason))
    return AnalysisResult(tuple(findings), tuple(errors))
