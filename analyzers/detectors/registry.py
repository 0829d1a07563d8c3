"""The table of detectors, and running them: one broken detector never hides what the others find."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analyzers.detectors import (
    answer_leaked,
    answer_without_citation,
    budget_spent,
    busy_work,
    claim_after_empty_retrieval,
    diagnosis_before_findings,
    early_reveal,
    empty_response,
    hint_level_skipped,
    invented_citation,
    invented_result,
    malformed_action,
    malformed_answer,
    needless_refusal,
    no_coherent_ending,
    question_forgotten,
    repeated_call,
    repeated_response,
    reveal_before_attempt,
    reveal_without_evidence,
    safety_not_refused,
    several_tools,
    step_limit,
    taught_without_looking,
    tool_error_ignored,
    tool_text_obeyed,
    web_before_local,
    went_on_after_correct,
)
from analyzers.detectors.detector import Detector, entry
from analyzers.detectors.inspector.table import INSPECTOR_DETECTORS
from analyzers.detectors.rule_violation import about_rule, detect_for, violations_of
from analyzers.detectors.tool_agent.table import TOOL_AGENT_DETECTORS
from analyzers.finding import Finding
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode


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


# A tuple a scope; which of them read an episode is decided by who decided in it.
TUTOR_DETECTORS: tuple[Detector, ...] = (
    entry(malformed_action.ABOUT, malformed_action.detect, "tutor"),
    entry(several_tools.ABOUT, several_tools.detect, "tutor"),
    entry(repeated_call.ABOUT, repeated_call.detect, "tutor", of_proposal=True),
    entry(busy_work.ABOUT, busy_work.detect, "tutor"),
    entry(web_before_local.ABOUT, web_before_local.detect, "tutor", of_proposal=True),
    entry(reveal_before_attempt.ABOUT, reveal_before_attempt.detect, "tutor", of_proposal=True),
    entry(early_reveal.ABOUT, early_reveal.detect, "tutor", of_proposal=True),
    entry(reveal_without_evidence.ABOUT, reveal_without_evidence.detect, "tutor", of_proposal=True),
    entry(claim_after_empty_retrieval.ABOUT, claim_after_empty_retrieval.detect, "tutor", of_proposal=True),
    entry(diagnosis_before_findings.ABOUT, diagnosis_before_findings.detect, "tutor", of_proposal=True),
    entry(taught_without_looking.ABOUT, taught_without_looking.detect, "tutor", of_proposal=True),
    entry(went_on_after_correct.ABOUT, went_on_after_correct.detect, "tutor", of_proposal=True),
    entry(repeated_response.ABOUT, repeated_response.detect, "tutor", of_proposal=True),
    entry(question_forgotten.ABOUT, question_forgotten.detect, "tutor"),
    entry(answer_leaked.ABOUT, answer_leaked.detect, "tutor", of_proposal=True),
    entry(tool_error_ignored.ABOUT, tool_error_ignored.detect, "tutor", of_proposal=True),
    entry(invented_result.ABOUT, invented_result.detect, "tutor", of_proposal=True),
    entry(tool_text_obeyed.ABOUT, tool_text_obeyed.detect, "tutor"),
    entry(hint_level_skipped.ABOUT, hint_level_skipped.detect, "tutor", of_proposal=True),
    entry(safety_not_refused.ABOUT, safety_not_refused.detect, "tutor", of_proposal=True),
    entry(needless_refusal.ABOUT, needless_refusal.detect, "tutor", of_proposal=True),
    entry(empty_response.ABOUT, empty_response.detect, "tutor"),
    entry(malformed_answer.ABOUT, malformed_answer.detect, "tutor"),
    entry(answer_without_citation.ABOUT, answer_without_citation.detect, "tutor"),
    entry(invented_citation.ABOUT, invented_citation.detect, "tutor"),
    entry(budget_spent.ABOUT, budget_spent.detect, "tutor"),
    entry(step_limit.ABOUT, step_limit.detect, "tutor"),
    entry(no_coherent_ending.ABOUT, no_coherent_ending.detect, "tutor"),
)
DETECTORS: tuple[Detector, ...] = (*TUTOR_DETECTORS, *INSPECTOR_DETECTORS, *TOOL_AGENT_DETECTORS)


def rule_detectors(rules: Iterable[Rule]) -> tuple[Detector, ...]:
    """Return a detector `rule:<id>` for every rule with a condition; guidance in words only gives none."""
    return tuple(_rule_entry(rule) for rule in rules if rule.is_checked)


def _rule_entry(rule: Rule) -> Detector:
    about = about_rule(rule)
    return Detector(about.name, about.bucket, about.severity, rule.title, detect_for(rule), "any")


def run_detectors(
    episodes: Iterable[Episode], rules: Iterable[Rule] = (), detectors: Sequence[Detector] = DETECTORS
) -> AnalysisResult:
    """Return what `detectors` and the checked `rules` find in `episodes`. Never raises for a broken detector.

    `detectors` may hold a project's own besides the table's.
    """
    checked = tuple(rule for rule in rules if rule.is_checked)
    findings: list[Finding] = []
    errors: list[Unanalyzed] = []
    for episode in episodes:
        for detector in detectors:
            if not detector.reads(episode.header):
                continue
            try:
                findings += detector.detect(episode)
            except Exception as exc:  # noqa: BLE001  the episode boundary: detectors may be a user's own
                reason = f"{type(exc).__name__}: {exc}"
                errors.append(Unanalyzed(detector.name, episode.header.episode, reason))
        findings += violations_of(checked, episode)
    return AnalysisResult(tuple(findings), tuple(errors))
