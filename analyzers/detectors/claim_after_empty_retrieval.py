"""The search came back empty, and the tutor claimed something all the same."""

import re

from analyzers.detectors.after_failure import failed_before, has_evidence
from analyzers.detectors.reading import About, finding_at, proposals, proposed_text
from analyzers.detectors.results import is_search_empty
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("claim_after_empty_retrieval", "verification", "major", "state.retrieval.hits")
# Saying that nothing was found is the right thing to do.
_ADMITS = re.compile(
    r"\b(?:(?:found|find|returned|gave|is|was) (?:nothing|no )|no (?:passages?|cards?|sources?|evidence|results?|match)"
    r"|(?:not|n['’]t) (?:find|found|confirm|support|know)|cannot (?:find|confirm|support)|came back empty"
    r"|without (?:a |any )?(?:source|evidence|passage))",
    re.IGNORECASE,
)


def detect(episode: Episode) -> list[Finding]:
    """Find reveals and lessons after a search that found nothing, with no look at the image either.

    Right after the empty search the same fault is tool_error_ignored; a text that says that nothing was found is no
    claim. Bucket: verification. Severity: major (what was taught rests on nothing). Remedy: search in other words,
    look at the image, or say what is missing.
    """
    return [
        finding_at(episode, step, ABOUT, "a claim after a search that found nothing, without other evidence")
        for step in proposals(episode, "REVEAL_ANSWER", "MICROLESSON")
        if is_search_empty(step) and _rests_on_nothing(episode, step)
    ]


def _rests_on_nothing(episode: Episode, step: Step) -> bool:
    if failed_before(episode, step) is not None or has_evidence(episode, step) is not False:
        return False
    return not _ADMITS.search(proposed_text(step))
