"""What an episode's student had said, and whether a statement only says that again. Pure."""

import re
from collections.abc import Iterator, Mapping

from ace.audit.claims import Claim
from runtime.contracts.trace_event import Episode
from runtime.words.leak import content_words

# Fewer words than these stand in a student's message by chance.
FEWEST_QUOTED = 3
_TOLD_BACK = re.compile(
    r"""(?:so,?\ |and\ |then\ )?you(?:\ (?:also|still|now))?\ (?:
        (?:think|thought|believe|believed|assume|assumed)\b
        |(?:say|said|wrote|answered|chose|told\ me)(?:\ that\b|[:,]|\ ["\u201c\u2018'])
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def quotes_student(claim: Claim, episode: Episode) -> bool:
    """True when `claim` tells the student what they think, or repeats what they had said or were noted to believe."""
    if claim.source != "teaching":
        return False
    if _TOLD_BACK.match(claim.text):
        return True
    wanted = " ".join(content_words(claim.text))
    is_long = len(content_words(claim.text)) >= FEWEST_QUOTED
    return is_long and any(f" {wanted} " in f" {' '.join(content_words(text))} " for text in _said(episode, claim.step))


def _said(episode: Episode, before: int) -> Iterator[str]:
    """Yield the student's messages and noted misconceptions from before step `before`."""
    messages = episode.header.initial.get("messages")
    for message in messages if isinstance(messages, list | tuple) else ():
        if isinstance(message, Mapping) and message.get("speaker") == "student":
            yield str(message.get("text", ""))
    student = episode.header.initial.get("student")
    ideas = student.get("misconceptions") if isinstance(student, Mapping) else ()
    yield from (str(idea) for idea in (ideas if isinstance(ideas, list | tuple) else ()))
    for step in episode.steps:
        if step.step >= before:
            return
        if step.student is not None:
            yield step.student.text
        for operation in step.patch:
            if str(operation.get("path", "")).startswith("/student/misconceptions"):
                value = operation.get("value")
                yield from (str(idea) for idea in (value if isinstance(value, list | tuple) else [value]))
