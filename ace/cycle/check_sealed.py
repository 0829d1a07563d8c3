"""The static check that no draft repeats a held-out sample: a rule that holds test answers would pass any test."""

from ace.curator.checks.check import Check
from ace.curator.draft import Draft
from ace.evaluation.sealed_ngrams import NGRAM_WORDS, SealedNgrams, sample_texts, sealed_ngrams, shared_ngrams
from ace.session import Session
from runtime.contracts.json_types import canonical_json
from runtime.contracts.playbook import Playbook


def read_sealed(session: Session, playbook: Playbook) -> SealedNgrams:
    """Return hashes of what the held-out samples say, less what development samples and reviewed rules say too."""
    sealed, _ = session.samples("sealed")
    known, _ = session.samples("dev")
    reviewed = (text for rule in playbook.rules for text in (rule.title, rule.text, rule.rationale))
    return sealed_ngrams(sealed, [*sample_texts(known), *reviewed])


def check_sealed(draft: Draft, sealed: SealedNgrams) -> tuple[Check, ...]:
    """Return the check `held-out` of a draft that writes something; the detail names fields, never the words.

    Answers of fewer than five words are too common to be told from a rule's own words: they are not looked for.
    """
    after = draft.after
    if after is None:
        return ()
    fields = {
        "title": after.title,
        "text": after.text,
        "when": after.when or "",
        "require": after.require or "",
        "rationale": after.rationale,
        "test": canonical_json(draft.test.model_dump(mode="json")) if draft.test else "",
    }
    found = shared_ngrams(fields, sealed)
    sharing = [name for name, each in found.items() if each.shared]
    shared, of = sum(each.shared for each in found.values()), sum(each.of for each in found.values())
    detail = f"{' and '.join(sharing)} repeat held-out samples; say it in other words, or leave it out"
    figure = f"{shared} of {of} sequences of {NGRAM_WORDS} words"
    return (Check("held-out", not sharing, detail if sharing else "repeats no held-out sample", figure),)
