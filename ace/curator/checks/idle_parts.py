"""Parts of a condition that change no recorded verdict: noise to a reviewer, or a trigger nobody has pulled yet."""

from collections.abc import Iterator, Sequence

from ace.curator.checks.check import CheckInput
from ace.curator.draft import Draft
from ace.curator.remedies import REMEDIES
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import Token, closing, tokens_of
from runtime.rules.native_condition import split_conjuncts, split_disjuncts


def idle_parts(draft: Draft, seen: CheckInput) -> Iterator[str]:
    """Yield the parts of the draft's conditions without which every recorded decision is judged the same.

    Parts that people reviewed, in the rule that is changed or in a shipped remedy, are not looked at.
    """
    rule = draft.after
    assert rule is not None
    if (rule.when, rule.require) in {(remedy.when, remedy.require) for remedy in REMEDIES.values()}:
        return
    violating = seen.recorded.violating(rule)
    reviewed = [_plain(one) for old in (draft.before, *draft.merged) if old for one in (old.when, old.require) if one]
    for name, source in (("when", rule.when or ""), ("require", rule.require or "")):
        for part, rest in _without_each(source):
            if any(_plain(part) in one for one in reviewed):
                continue
            if seen.recorded.violating(_changed(rule, name, rest)) == violating:
                decisions = len(seen.recorded.decisions)
                yield f"{name}: `{part[:60]}` changes nothing in {decisions} recorded decisions; leave it out"


def _without_each(source: str) -> Iterator[tuple[str, str]]:
    """Yield each part that `&&` or `||` joins, one bracket deep at most, with the condition that is left without it."""
    tokens = list(tokens_of(source))
    yield from _dropped(source, tokens)
    conjuncts = split_conjuncts(tokens)
    for part in conjuncts if len(conjuncts) > 1 else ():
        if part and part[0].text == "(" and closing(part, 0) == len(part) - 1:
            inner = part[1:-1]
            start, end = inner[0].start, inner[-1].end
            for dropped, rest in _dropped(source[start:end], list(tokens_of(source[start:end]))):
                yield dropped, f"{source[:start]}{rest}{source[end:]}"


def _dropped(source: str, tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for parts, sign in ((split_disjuncts(tokens), "||"), (split_conjuncts(tokens), "&&")):
        if len(parts) < 2 or not all(parts):
            continue
        texts = [source[part[0].start : part[-1].end] for part in parts]
        for index, text in enumerate(texts):
            yield text, f" {sign} ".join([*texts[:index], *texts[index + 1 :]])
        return


def _changed(rule: Rule, name: str, source: str) -> Rule:
    return rule.model_copy(update={name: source})


def _plain(source: str) -> str:
    return " ".join(token.text for token in tokens_of(source))
