"""All hostile inputs, and each one played once a session."""

import unicodedata

from tests.hostile.case import Case
from tests.hostile.draft_cases import DRAFTS
from tests.hostile.file_cases import FILES
from tests.hostile.record_cases import RECORDS
from tests.hostile.repository_cases import REPOSITORIES
from tests.hostile.stage import Outcome, Stage

EVERY: tuple[Case, ...] = tuple(sorted((*DRAFTS, *FILES, *RECORDS, *REPOSITORIES), key=lambda case: case.id))
_OUTPUTS = ("stdout", "stderr", "body", "page")


class Played:
    """Outcomes by case, each played when first asked for."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._outcomes: dict[str, Outcome] = {}

    def outcome(self, case: Case) -> Outcome:
        """Return what became of the case. Raises: AssertionError where what it looks at itself does not hold."""
        if case.id not in self._outcomes:
            self._outcomes[case.id] = case.play(self._stage)
        return self._outcomes[case.id]


def unseen(outcome: Outcome) -> list[str]:
    """Return which outputs hold a character a terminal obeys or a reader cannot see: controls, bidi, zero-width."""
    return [
        f"U+{ord(character):04X} in {name}"
        for name, text in outcome.shown.items()
        for character in sorted(
            {one for one in text if one != "\n" and unicodedata.category(one) in ("Cc", "Cf", "Cs")}
        )
    ]
