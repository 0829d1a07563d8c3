"""Rules with known duplicates and known opposites, to measure on. Authored here, all made up; no advice."""

import random
from dataclasses import dataclass

# fmt: off
# What a rule speaks about, and the two of a kind that an opposite exchanges.
SUBJECTS = (
    "the chest picture", "the wrist view", "the retina scan", "the skin lesion", "the knee joint",
    "the heart border", "the lung field", "the spine view", "the bowel loop", "the kidney outline",
    "the liver edge", "the skull base", "the hip socket", "the ankle view", "the spleen", "the aorta",
    "the trachea", "the diaphragm", "the rib cage", "the optic disc", "the macula", "the mole", "the wound",
    "the rash", "the nodule", "the cyst", "the fracture line", "the effusion", "the vessel wall", "the airway",
)
_SITUATIONS = (
    "when the student asks for the answer", "when the report is missing", "when two findings disagree",
    "after a failed search", "when the budget is nearly spent", "when the picture is blurred",
    "when the question is vague", "before the first hint", "when the measure is unsure",
    "when a tool returns an error", "when the student is a beginner", "when the case is urgent",
    "when the source is a web page", "when the answer was wrong twice", "when the scale is unknown",
)
# fmt: on
# Each: a wording, another for the same, and one that says the opposite.
_FORMS: tuple[tuple[str, str, str], ...] = (
    ("Show {s} again {w}.", "Please show {s} again {w}.", "Do not show {s} again {w}."),
    ("Always measure {s} {w}.", "You must always measure {s} {w}.", "Never measure {s} {w}."),
    (
        "Take at least {n} views of {s} {w}.",
        "Take at least {n} views of {s}, {w}.",
        "Take at most {n} views of {s} {w}.",
    ),
    ("Zoom {n} times into {s} {w}.", "You should zoom {n} times into {s} {w}.", "Zoom {m} times into {s} {w}."),
    ("Give {n} mg/kg for {s} {w}.", "Please give {n} mg/kg for {s} {w}.", "Give {m} mg/kg for {s} {w}."),
    (
        "Describe the left side of {s} {w}.",
        "Describe the left sides of {s} {w}.",
        "Describe the right side of {s} {w}.",
    ),
    ("Name {s} only {w}.", "You should name {s} only {w}.", "Name {s} also {w}."),
    ("Cite a passage on {s} {w}.", "Make sure to cite a passage on {s} {w}.", "Avoid citing a passage on {s} {w}."),
    ("Explain {s} in plain words {w}.", "{W}, explain {s} in plain words.", "Explain {s} without plain words {w}."),
    (
        "Wait {n} minutes, then look at {s} {w}.",
        "Wait {n} min, then look at {s} {w}.",
        "Wait {n} hours, then look at {s} {w}.",
    ),
)


@dataclass(frozen=True)
class KnownRules:
    """Texts in mixed order. `group`: the number of its group for each; `opposites`: pairs of places, lower first."""

    texts: tuple[str, ...]
    group: tuple[int, ...]
    opposites: frozenset[tuple[int, int]]


def make_rules(count: int, seed: int = 0) -> KnownRules:
    """Return `count` rules, the same for the same seed: a quarter are copies or rewordings, a fifth are opposites.

    A group is a rule with its copies (other case, spacing) and its rewordings. Every rule of a group is an opposite of
    every rule of the group that says the contrary, at the same subject and situation.
    """
    picker = random.Random(seed)
    places = [(form, s, w) for form in range(len(_FORMS)) for s in SUBJECTS for w in _SITUATIONS]
    picker.shuffle(places)
    made: list[tuple[str, int]] = []
    contrary: dict[int, int] = {}
    number = 0
    for form, subject, situation in places:
        if len(made) >= count:
            break
        texts, against = _written(form, subject, situation, picker)
        made += [(text, number) for text in texts]
        if picker.random() < 0.35:
            contrary[number] = number + 1
            made.append((against, number + 1))
        number += 2
    made = made[:count]
    picker.shuffle(made)
    return _known(made, contrary)


def _written(form: int, subject: str, situation: str, picker: random.Random) -> tuple[list[str], str]:
    said, again, against = _FORMS[form]
    amount = picker.choice((2, 3, 5, 15))
    words = {"s": subject, "w": situation, "W": situation.capitalize(), "n": amount, "m": amount * 10}
    texts = [said.format(**words)]
    if picker.random() < 0.25:
        texts.append(again.format(**words))
    if picker.random() < 0.2:
        texts.append(f"  {texts[0].upper()}".replace(" MG/KG", " mg/kg").replace(".", "!"))
    return texts, against.format(**words)


def _known(made: list[tuple[str, int]], contrary: dict[int, int]) -> KnownRules:
    rows: dict[int, list[int]] = {}
    for row, (_, group) in enumerate(made):
        rows.setdefault(group, []).append(row)
    opposites = {
        (min(one, other), max(one, other))
        for left, right in contrary.items()
        for one in rows.get(left, [])
        for other in rows.get(right, [])
    }
    return KnownRules(tuple(text for text, _ in made), tuple(group for _, group in made), frozenset(opposites))
