"""Rules that say nearly the same in other words, and rules that only look alike."""

from collections.abc import Iterator
from typing import NamedTuple

from ace.playbook.duplicates.find_duplicates import find_duplicates
from ace.playbook.duplicates.rule_text import RuleText
from ace.playbook.place import problem_at
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.rules.problem import Problem


class NearCheck(NamedTuple):
    """Warnings, and a note when meaning could not be compared."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def lint_near(playbook: Playbook, embedding: Embedding | None, missing: str = "") -> NearCheck:
    """Return near-duplicates among the rules in force, and pairs that differ in a negation, a number or a name.

    Same words are not reported again. `missing` says why there is no `embedding`; then nothing is compared.
    """
    if embedding is None:
        return NearCheck((), (f"rules that say nearly the same were not looked for: {missing}",))
    files = {file.rule.id: file for file in playbook.files if file.rule.status != "deprecated"}
    texts = [
        RuleText(rule.id, rule.text, f"{rule.agent}/{rule.audience}") for rule in (file.rule for file in files.values())
    ]
    if len(texts) < 2:
        return NearCheck((), ())
    return NearCheck(tuple(sorted(_problems(files, texts, embedding))), ())


def _problems(files: dict[str, RuleFile], texts: list[RuleText], embedding: Embedding) -> Iterator[Problem]:
    report = find_duplicates(texts, embedding.embed([text.text for text in texts]))
    for group in report.groups:
        first, *others = group.ids
        for other in others if not group.is_exact else ():
            message = (
                f"text: says nearly the same as {first} (cosine {group.cosine:.2f}); merge the two, or tell them apart"
            )
            yield problem_at(files[other], "text", "near-duplicate", "warning", message)
    for pair in report.opposites:
        message = f"text: looks like {pair.left} (cosine {pair.cosine:.2f}) but differs: {'; '.join(pair.differs)}"
        yield problem_at(files[pair.right], "text", "look-alike", "warning", message)
