"""An option was named before anything of the image had been looked at or described."""

from analyzers.detectors.reading import About, finding_at, flag, lookup, proposals, proposed_kind
from analyzers.finding import Finding
from runtime.contracts.action import RESPONSES
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("diagnosis_before_findings", "verification", "minor", "state.image.observed")
_GATE = "observation_first"


def detect(episode: Episode) -> list[Finding]:
    """Find responses that name an option, right or wrong, while no finding of the image has been seen or described.

    Where the gate about this order was asked, what it said counts: it also knows which findings were put into words.
    A hint or lesson out of nothing is taught_without_looking, and a text that gives the answer away answer_leaked.
    Bucket: verification. Severity: minor (a gate makes it a look at the image). Remedy: findings first, then names.
    """
    return [
        finding_at(episode, step, ABOUT, "an option is named before anything of the image was looked at or described")
        for step in proposals(episode, *RESPONSES)
        if flag(step, "action.names_option") and _is_too_early(step) and not _is_anothers(step)
    ]


def _is_too_early(step: Step) -> bool:
    if any(record.gate == _GATE for record in step.gates):
        return True
    if any(_GATE in record.reason for record in step.gates if record.gate == "fixed"):
        return False  # asked, and it did not object
    called = lookup(step, "state.tools.called")
    is_unseen = flag(step, "state.image.present") is True and flag(step, "state.image.observed") is False
    return is_unseen and isinstance(called, list) and "image_findings" not in called and _is_first_word(step)


def _is_first_word(step: Step) -> bool:
    """Later on, tutor or student may have described a finding in words, which only the gate can tell."""
    return lookup(step, "state.student.attempts") == 0


def _is_anothers(step: Step) -> bool:
    if flag(step, "action.leaks_answer") and flag(step, "state.answer_open") is False:
        return True
    is_teaching = proposed_kind(step) in ("HINT", "MICROLESSON")
    unseen = flag(step, "state.image.observed") is False and flag(step, "state.retrieval.queried") is False
    return is_teaching and unseen
