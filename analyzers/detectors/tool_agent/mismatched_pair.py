"""Two facts put together that no source puts together."""

import re
from itertools import combinations

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Dialogue, dialogue_of
from analyzers.detectors.tool_agent.mentions import references_stated
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("mismatched_pair", "verification", "major")
_SENTENCE = re.compile(r"[\n;]|\. ")
MIN_CODE = 6
MAX_CODES = 8


def detect(episode: Episode) -> list[Finding]:
    """Find sentences that join two known codes (an order and a tracking number) which no result or message joins.

    Bucket: verification. Severity: major. Remedy: quote the record the answer is taken from.
    """
    dialogue = dialogue_of(episode)
    found = []
    for place, references in dialogue.kept(references_stated).items():
        codes = [one for one in references if len(one) >= MIN_CODE and (one.isupper() or one.isdigit())][:MAX_CODES]
        step = dialogue.turns[place].step
        if step is not None and len(codes) > 1 and _is_mismatched(codes, place, dialogue):
            text = dialogue.turns[place].text
            found.append(finding_at(episode, step, ABOUT, "joins two codes that no source joins", text))
    return found


def _is_mismatched(codes: list[str], place: int, dialogue: Dialogue) -> bool:
    sentences = _SENTENCE.split(dialogue.turns[place].text)
    pairs = [
        (one, other)
        for one, other in combinations(codes, 2)
        if any(one in sentence and other in sentence for sentence in sentences)
    ]
    if not pairs:
        return False
    sources = [turn.text for turn in dialogue.turns[:place] if turn.kind != "agent"]
    holding = {code: {number for number, text in enumerate(sources) if code in text} for code in codes}
    return any(holding[one] and holding[other] and holding[one].isdisjoint(holding[other]) for one, other in pairs)
