"""From a question to a case as sample files hold it: options, and three students who lean to a wrong one."""

import random

from ace.sample_import.answers import other_words
from ace.sample_import.distractors import MAX_OPTION_CHARS, AnswerPools, wrong_options
from ace.sample_import.row import QuestionRow, RowError
from runtime.contracts.json_types import JsonObject
from runtime.rules.allowed_characters import find_forbidden

LETTERS = "ABCDEFGH"
MAX_QUESTION_CHARS = 900
# What a sample file takes, the note that stands in for an image included.
_FILE_QUESTION_CHARS, _FILE_ORGAN_CHARS = 1000, 60
# They say which option, and nothing about why: a wrong reason would be invented medicine.
BELIEFS = (
    ("novice", 'My first guess is "{}".'),
    ("medium", 'I lean to "{}", but I could not say why.'),
    ("expert", 'I would say "{}", but I have not checked it.'),
)


def build_case(row: QuestionRow, pools: AnswerPools, split: str, licence: str, seed: int) -> JsonObject:
    """Return the case of one row; the same for the same row, pools and seed.

    Raises: RowError when no question with options can be made of it.
    """
    _check(row)
    rng = random.Random(f"{seed}:{row.id}")
    texts = list(row.choices) or [row.answer, *wrong_options(row, pools, rng)]
    if len(texts) < 3 and not row.choices:
        raise RowError("fewer than two other answers of its kind are surely wrong for it")
    if not row.choices:
        rng.shuffle(texts)
    options = dict(zip(LETTERS, texts, strict=False))
    answer = next(letter for letter, text in options.items() if text == row.answer)
    wrong = [letter for letter in options if letter != answer]
    rng.shuffle(wrong)
    source = {"reference": row.reference, "url": row.url, "licence": licence}
    case: JsonObject = {
        "id": row.id,
        "split": split,
        "question": row.question + row.note,
        "options": options,
        "answer": answer,
        "accepted": list(other_words(row.answer)) if not row.choices else [],
        "findings": list(row.findings),
        "explanation": row.explanation,
        "kc": [f"{row.tags[0]}.{row.tags[1]}"],
        "tags": list(row.tags),
        "source": [{key: value for key, value in source.items() if value}],
        "students": [
            {"level": level, "belief": belief.format(options[choice]), "choice": choice}
            for (level, belief), choice in zip(BELIEFS, (wrong * 3)[:3], strict=True)
        ],
    }
    return {key: value for key, value in case.items() if value not in ("", [])}


def _check(row: QuestionRow) -> None:
    if len(row.organ) > _FILE_ORGAN_CHARS:
        raise RowError(f"the organ has {len(row.organ)} characters, more than {_FILE_ORGAN_CHARS}")
    most = min(MAX_QUESTION_CHARS, _FILE_QUESTION_CHARS - len(row.note))
    if not 5 <= len(row.question) <= most:
        raise RowError(f"the question has {len(row.question)} characters, not 5 to {most}")
    if len(row.answer) > MAX_OPTION_CHARS:
        raise RowError(f"the answer has {len(row.answer)} characters, too many for an option")
    texts = (row.question, row.answer, row.explanation, row.reference, row.url, row.organ, row.image, *row.findings)
    for text in texts:
        bad = find_forbidden(text)
        if bad is not None:
            raise RowError(f"it holds a {bad.kind} ({bad.code_point})")
