"""A remedy for a failure nobody wrote one for: a condition found in its decisions, in the words of that condition."""

import re
from collections.abc import Collection, Iterable

from ace.curator.conditions.choose_otherwise import choose_otherwise
from ace.curator.conditions.condition_in_words import actions_meant
from ace.curator.conditions.find_candidates import find_candidates
from ace.curator.conditions.rule_words import candidate_rule_words
from ace.curator.draft import CuratorInput
from ace.curator.drafting.shown_decisions import Shown
from ace.curator.facts.stand_ins import stand_ins
from ace.curator.remedies import Remedy
from analyzers.clusters.cluster import Cluster

MAX_SLUG = 60
_NO_SLUG = re.compile(r"[^a-z0-9]+")


def found_remedy(seen: CuratorInput, cluster: Cluster, shown: Shown) -> Remedy | str:
    """Return the remedy with the condition that tells the cluster's decisions best, or why there is none."""
    if not shown.cited:
        return "no decision is cited that a condition could speak about"
    found = find_candidates(shown.cited, shown.clean, seen.context, groups=shown.cases, limit=1)
    if not found:
        return "no condition on the documented fields tells its decisions from clean ones"
    best = found[0]
    otherwise = choose_otherwise(best, shown.clean, stand_ins(seen, cluster), cited=shown.cited)
    title, text = candidate_rule_words(best, seen.context, otherwise)
    return Remedy(free_id(seen, cluster, best.when), title, text, best.when, best.require, otherwise)


def free_id(seen: CuratorInput, cluster: Cluster, when: str) -> str:
    """Return an id that no rule has or had: of the detector and the action, where the condition is about one.

    The same whenever this is drafted under the same rules.
    """
    actions = [name for name in actions_meant(when) if name != "REQUEST_TOOL"]
    action = actions[0] if len(actions) == 1 else cluster.signature.tool
    kinds = next((field.choices for field in seen.context if field.path == "action.kind"), ())
    is_response = action in kinds or not (action or "REQUEST_TOOL" in actions_meant(when))
    area = "responses" if is_response else "tools"
    base = f"{area}.{_slug(f'{cluster.detector} {action}') or 'found'}"
    return untaken_id(base, seen.taken | {rule.id for rule in seen.rules})


def untaken_id(base: str, taken: Collection[str]) -> str:
    """Return `base`, or the first of `base-2`, `base-3`, ... that is not among `taken`."""
    names = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def is_found_id(rule_id: str, detector: str, actions: Iterable[str]) -> bool:
    """Return True when `rule_id` could be what `free_id` gives: of a detector and, or not, of one of `actions`."""
    area, _, slug = rule_id.partition(".")
    named = {_slug(f"{detector} {name}") or "found" for name in ("", *actions)}
    return area in {"tools", "responses"} and (slug in named or re.sub(r"-\d{1,3}\Z", "", slug) in named)


def _slug(words: str) -> str:
    return _NO_SLUG.sub("-", words.lower()).strip("-")[:MAX_SLUG].strip("-")
