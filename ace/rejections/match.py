"""Was this proposed before, and refused? Pure."""

from collections.abc import Iterable

from ace.playbook.duplicates.find_duplicates import find_duplicates
from ace.playbook.duplicates.rule_text import RuleText, normalised
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import fingerprint
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import text_of_literal, tokens_of


def find_rejected(
    op: str,
    rule_id: str,
    after: Rule | None,
    cluster: str,
    rejections: Iterable[Rejection],
    *,
    today: str,
    merged: Iterable[str] = (),
    embedding: Embedding | None = None,
) -> Rejection | None:
    """Return the rejection that speaks against a proposal: of the very same, else of one that only reads otherwise.

    The same has the same fingerprint. A rewording answers the same `cluster` with the same conditions, or with a text
    that says the same: the same words, or with `embedding` nearly the same meaning; texts that differ in a negation,
    a number or a name are two. From the day it expires a rejection does not count. The latest one is returned.
    `merged`: the ids of the rules that a merge takes away.
    Units: today is an ISO date. Raises: RuleError as `find_duplicates`.
    """
    standing = [item for item in rejections if item.expires is None or item.expires > today]
    mark = fingerprint(op, rule_id, after, merged)
    same = [item for item in standing if item.fingerprint == mark]
    if not same and after is not None and cluster:
        same = [item for item in standing if item.cluster == cluster and _is_reworded(after, item, embedding)]
    return max(same, key=lambda item: (item.date, item.fingerprint), default=None)


def same_conditions(left: Rule | Rejection, right: Rule | Rejection) -> bool:
    """Return True when both have a condition and it is the same but for spacing, comments and the kind of quotes."""
    if left.when is None or left.require is None or right.when is None or right.require is None:
        return False
    return (_bare(left.when), _bare(left.require)) == (_bare(right.when), _bare(right.require))


def _is_reworded(after: Rule, rejection: Rejection, embedding: Embedding | None) -> bool:
    return same_conditions(after, rejection) or _same_text(after.text, rejection.text, embedding)


def _same_text(left: str, right: str, embedding: Embedding | None) -> bool:
    # Two texts without a word would both be nothing, which is not the same.
    if not (normalised(left) and normalised(right)):
        return False
    texts = [RuleText("left", left), RuleText("right", right)]
    vectors = embedding.embed([left, right]) if embedding is not None else None
    return bool(find_duplicates(texts, vectors).groups)


def _bare(source: str) -> tuple[str, ...]:
    return tuple(_literal(token.text) if token.kind == "string" else token.text for token in tokens_of(source))


def _literal(text: str) -> str:
    value = text_of_literal(text)
    return text if value is None else f'"{value}"'
