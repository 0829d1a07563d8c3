"""Which wrong ideas a student has voiced: read off what they say, dropped once they find the right answer."""

from runtime.contracts.sample import TutorSample
from runtime.contracts.trace_event import StudentTurn
from runtime.words.leak import content_words

# A belief counts as voiced when most of its words were said.
VOICED_COVER = 0.6
_CHOSE = "chose "


def opening_misconceptions(opening: str, sample: TutorSample) -> tuple[str, ...]:
    """Return the wrong ideas in a student's first message: the case's wrong belief, where it is voiced."""
    return (sample.student.belief,) if _voices(opening, sample.student.belief) else ()


def after_turn(known: tuple[str, ...], turn: StudentTurn, sample: TutorSample) -> tuple[str, ...]:
    """Return the wrong ideas known after a turn, oldest first.

    A right answer clears them, unless it was told: a student who repeats the answer still holds the belief. A new wrong
    choice takes the place of the one before.
    """
    if turn.performance == "correct":
        return known if turn.told else ()
    kept = list(known)
    if _voices(turn.text, sample.student.belief) and sample.student.belief not in kept:
        kept.append(sample.student.belief)
    if turn.choice in sample.options and turn.choice != sample.answer and sample.answer:
        kept = [idea for idea in kept if not idea.startswith(_CHOSE)]
        kept.append(f"{_CHOSE}{turn.choice}: {sample.options[turn.choice]}")
    return tuple(kept)


def _voices(text: str, belief: str) -> bool:
    own = set(content_words(belief))
    return bool(own) and len(own & set(content_words(text))) / len(own) >= VOICED_COVER
