"""Wrong options for an open question: answers that other questions of its kind have, none that might be right too."""

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ace.sample_import.answers import is_number, may_both_be_right, plain, words_of
from ace.sample_import.row import QuestionRow

MAX_OPTION_CHARS = 200
WRONG_OPTIONS = 3


@dataclass(frozen=True)
class AnswerPools:
    """All open answers of a data set, from the nearest kind of question to the widest.

    `alike`: what questions of one kind about one image have, and what questions of one wording have.
    """

    near: dict[tuple[object, ...], tuple[str, ...]]
    alike: dict[tuple[str, str], tuple[str, ...]]


def pools_of(rows: Iterable[QuestionRow]) -> AnswerPools:
    """Return the answers of the open questions, each once a pool, in the order of the rows."""
    near: dict[tuple[object, ...], dict[str, str]] = defaultdict(dict)
    alike: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in rows:
        if row.choices or len(row.answer) > MAX_OPTION_CHARS:
            continue
        for key in _keys(row):
            near[key].setdefault(plain(row.answer), row.answer)
        for same in ((row.group, row.kind), ("wording", plain(row.question))):
            alike[same].setdefault(plain(row.answer), row.answer)
    return AnswerPools(
        {key: tuple(pool.values()) for key, pool in near.items()},
        {key: tuple(pool.values()) for key, pool in alike.items()},
    )


def wrong_options(row: QuestionRow, pools: AnswerPools, rng: random.Random) -> tuple[str, ...]:
    """Return up to three wrong options for an open question; fewer where its kind has no more that are surely wrong.

    What the question itself offers ("heart or lung?") comes first. Numbers go with numbers. Left out, as they may be
    true as well, are answers that the same image has to a question of this kind, and where no image is shown also those
    that the same words have about another.
    """
    taken = [row.answer, *pools.alike.get((row.group, row.kind), ())]
    if not row.image:
        taken += pools.alike.get(("wording", plain(row.question)), ())
    wrong = [option for option in offered(row.question, row.answer) if not may_both_be_right(option, row.answer)]
    is_counting = is_number(row.answer)
    for key in _keys(row):
        pool = pools.near.get(key, ())
        for option in rng.sample(pool, len(pool)):
            if len(wrong) >= WRONG_OPTIONS:
                return tuple(wrong[:WRONG_OPTIONS])
            if is_number(option) == is_counting and not _clashes(option, (*taken, *wrong)):
                wrong.append(option)
    return tuple(wrong[:WRONG_OPTIONS])


def offered(question: str, answer: str) -> tuple[str, ...]:
    """Return what a question offers besides the answer: "Which is abnormal, heart or lung?" -> Heart.

    Only where that can be told: as many words before or after "or" as the answer has, none of them empty.
    """
    before, found, after = question.rstrip(" ?.").rpartition(" or ")
    if not found:
        return ()
    left = before.rstrip(" ,").rpartition(",")[2].split()
    right = after.replace(",", " ").split()
    length = len(answer.split())
    ends = (" ".join(left[-length:]), " ".join(right[:length]))
    for one, other in (ends, ends[::-1]):
        if plain(one) == plain(answer) and len(words_of(other).own) == length:
            return (other[:1].upper() + other[1:],)
    return ()


def _clashes(option: str, others: Sequence[str]) -> bool:
    return any(may_both_be_right(option, other) for other in others)


def _keys(row: QuestionRow) -> tuple[tuple[object, ...], ...]:
    length, lead = min(len(row.answer.split()), 4), row.question.split()[0].casefold() if row.question else ""
    return ((row.kind, row.organ, lead, length), (row.kind, row.organ, length), (row.kind, row.organ), (row.kind,))
