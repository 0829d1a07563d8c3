"""From a judge's failing answer to a finding."""

from dataclasses import replace

from ace.judges.answer import JudgeAnswer
from ace.judges.rubric import Rubric
from analyzers.detectors.reading import About, finding_at
from analyzers.evidence import is_shown
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

PREFIX = "judge:"


def detector_name(rubric: Rubric) -> str:
    """Return what the judge's findings are called."""
    return f"{PREFIX}{rubric.name}"


def judge_finding(rubric: Rubric, episode: Episode, answer: JudgeAnswer) -> Finding | None:
    """Return the finding `judge:<name>` of a failing answer, None for any other.

    Its message is the rubric's title, so that what one judge finds is one cluster; its quote is the trace's own words.
    None also when the quote does not stand in the trace at its step: evidence is never made up.
    """
    if not answer.is_failing:
        return None
    step = next((one for one in episode.steps if one.step == answer.step), None)
    if step is None:
        return None
    about = About(detector_name(rubric), rubric.bucket, rubric.severity)
    made = finding_at(episode, step, about, rubric.title, answer.quote)
    made = replace(made, tool="", error_class=rubric.labels.failing)
    return made if is_shown(made, episode) else None
