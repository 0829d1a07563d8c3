"""Near-duplicates and look-alikes of a playbook."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ace.lint.lint_near import lint_near
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.playbook import Playbook, RuleFile
from tests.ace.building import rule
from tests.conftest import Ran


def by_first_letter(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return one vector a text; texts with the same first letter are alike."""
    return np.eye(128, dtype=np.float32)[[ord(text[0]) for text in texts]]


EMBEDDING = Embedding("by first letter", by_first_letter)


def lint(*texts: str, **fields: object) -> list[str]:
    rules = [rule(f"a.r{number}", text=text, **fields) for number, text in enumerate(texts)]
    files = tuple(RuleFile(f"p/a/r{item.id[-1]}.yaml", item, b"schema: 1\ntext: x\n") for item in rules)
    found = lint_near(Playbook("p", "", files), EMBEDDING)
    return [f"{item} [{item.code}]" for item in found.problems]


def test_near_rules_are_named_and_far_ones_are_not() -> None:
    assert lint("Write brief, plain turns.", "Word things so that learners follow.", "Zoom in on detail.") == [
        "p/a/r1.yaml:2:7: text: says nearly the same as a.r0 (cosine 1.00); merge the two, or tell them apart "
        "[near-duplicate]"
    ]


def test_a_negation_or_a_number_keeps_rules_apart() -> None:
    (found,) = lint("Give 15 mg of it.", "Give 150 mg of it.")
    assert "looks like a.r0 (cosine 1.00) but differs: numbers" in found
    assert found.endswith("[look-alike]")
    (found,) = lint("Give the answer.", "Give no answer.")
    assert found.endswith("[look-alike]")


def test_same_words_deprecated_rules_and_single_rules_are_left_out() -> None:
    assert lint("Give it.", "give it!") == []
    assert lint("Write brief, plain turns.", "Word things so that learners follow.", status="deprecated") == []
    assert lint("Give it.") == []


def test_without_an_embedder_a_note_says_so() -> None:
    found = lint_near(Playbook("p", "", ()), None, "onnxruntime not installed")
    assert found.problems == ()
    assert found.notes == ("rules that say nearly the same were not looked for: onnxruntime not installed",)


def test_the_shipped_rules_do_not_look_alike(starter: Path, ace: Callable[..., Ran]) -> None:
    ran = ace("lint", "-C", str(starter), "--near", "--json")
    assert ran.code == 0
    assert ran.json["problems"] == []
