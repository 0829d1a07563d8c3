"""A failure beside a success, as alike as the recorded episodes allow: what was decided otherwise. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from ace.curator.evidence_tests import decision_contexts
from ace.curator.facts.typed_fields import action_name, likeness, typed_fields
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import ContextField, Scalar
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.trace_event import Episode

Likeness: TypeAlias = Literal["same_sample", "same_case", "alike"]
_KINDS: tuple[Likeness, ...] = ("same_sample", "same_case", "alike")
MAX_PATH = 12
MAX_JSON_CHARS = 900
_BEFORE_CITED = 8


class ContrastPair(NamedTuple):
    """One failing and one successful episode. Paths are names of decisions, from decision number `start` (from 0) on.

    `cited` is the decision that failed, `parts_at` the first one where the two differ (None: never), `compared` the
    decision of the successful episode whose fields are set against the cited one's: of the same action, or else at the
    same place. `differs` has, for each field of the context that is not free text, the failed and the successful value.
    """

    kind: Likeness
    failed: str
    succeeded: str
    start: int
    failed_path: tuple[str, ...]
    succeeded_path: tuple[str, ...]
    cited: int
    parts_at: int | None
    compared: int | None
    differs: Mapping[str, tuple[Scalar, Scalar]]

    def to_json(self) -> JsonObject:
        """Return the pair as a JSON object under 900 characters; differing fields beyond that are left out."""
        shown: JsonObject = {}
        out: JsonObject = {
            "kind": self.kind,
            "start": self.start,
            "failed": list(self.failed_path),
            "succeeded": list(self.succeeded_path),
            "cited": self.cited,
            "parts_at": self.parts_at,
            "compared": self.compared,
            "differs": shown,
        }
        for path, values in self.differs.items():
            shown[path] = list(values)
            if len(canonical_json(out)) >= MAX_JSON_CHARS:
                del shown[path]
        return out


def contrast_pairs(
    cluster: Cluster,
    episodes: Mapping[str, Episode],
    succeeded: frozenset[str],
    fields: Sequence[ContextField],
    limit: int = 2,
) -> tuple[ContrastPair, ...]:
    """Return at most `limit` pairs, most telling first, each of another failing sample.

    Trials of one sample come first, of samples whose outcome varies most; then the same case; then a success that
    started most alike, which is said in `kind`. A success in which the cluster was found too is none.
    """
    cited = _cited(cluster, episodes)
    failing = _failing(cited, episodes, succeeded)
    good = [episodes[name] for name in sorted(succeeded & episodes.keys() - set(cluster.episodes))]
    pairs: list[ContrastPair] = []
    used: set[str] = set()
    for kind in _KINDS:
        groups: dict[str, list[Episode]] = {}
        for episode in good:
            groups.setdefault(_group(kind, episode), []).append(episode)
        for bad in failing:
            if len(pairs) >= limit:
                return tuple(pairs)
            near = [] if bad.header.sample in used else groups.get(_group(kind, bad), [])
            other = _most_alike(bad, near, fields)
            if other is not None:
                pairs.append(_pair(kind, bad, cited[bad.header.episode], other, fields))
                used.add(bad.header.sample)
    return tuple(pairs)


def _group(kind: Likeness, episode: Episode) -> str:
    """Return what a failure and a success of this kind share."""
    header = episode.header
    name = {"same_sample": header.sample, "same_case": header.case, "alike": ""}[kind]
    return f"{header.agent}\0{name}"


def _cited(cluster: Cluster, episodes: Mapping[str, Episode]) -> dict[str, int]:
    """Return for each failing episode the place, among its decisions, of the first one that is cited."""
    steps = {(finding.episode, finding.step) for finding in cluster.findings}
    out: dict[str, int] = {}
    for name in cluster.episodes:
        numbers = [step for step, _ in decision_contexts(episodes[name])] if name in episodes else []
        places = [place for place, number in enumerate(numbers) if (name, number) in steps]
        if places:
            out[name] = places[0]
    return out


def _failing(cited: Mapping[str, int], episodes: Mapping[str, Episode], succeeded: frozenset[str]) -> list[Episode]:
    """Return the failing episodes, those of the sample whose outcome varies most between its trials first."""
    trials: dict[str, list[bool]] = {}
    for name, episode in episodes.items():
        if not episode.is_infrastructure_error:
            trials.setdefault(episode.header.sample, []).append(name in succeeded)

    def order(episode: Episode) -> tuple[float, bool, str, str]:
        share = _share(trials.get(episode.header.sample, []))
        name = episode.header.episode
        return -share * (1 - share), name in succeeded, episode.header.sample, name

    return sorted((episodes[name] for name in cited), key=order)


def _share(outcomes: Sequence[bool]) -> float:
    return sum(outcomes) / len(outcomes) if outcomes else 0.0


def _most_alike(bad: Episode, good: Sequence[Episode], fields: Sequence[ContextField]) -> Episode | None:
    """Return the one of `good` that started most alike; of equals the shortest."""
    start = decision_contexts(bad)[0][1]
    starts = [(decision_contexts(episode), episode) for episode in good]
    ranked = [
        (-likeness(start, decisions[0][1], fields), len(decisions), episode.header.episode, episode)
        for decisions, episode in starts
        if decisions
    ]
    return min(ranked, key=lambda item: item[:3])[3] if ranked else None


def _pair(kind: Likeness, bad: Episode, cited: int, good: Episode, fields: Sequence[ContextField]) -> ContrastPair:
    failed, other = ([context for _, context in decision_contexts(episode)] for episode in (bad, good))
    names, other_names = ([action_name(context, fields) for context in each] for each in (failed, other))
    parts = next((at for at, (one, two) in enumerate(zip_longest(names, other_names)) if one != two), None)
    compared = _comparable(names[cited], other_names, cited)
    start = max(0, cited - _BEFORE_CITED) if cited >= MAX_PATH else 0
    return ContrastPair(
        kind,
        bad.header.episode,
        good.header.episode,
        start,
        tuple(names[start : start + MAX_PATH]),
        tuple(other_names[start : start + MAX_PATH]),
        cited,
        parts,
        compared,
        {} if compared is None else dict(_differing(failed[cited], other[compared], fields)),
    )


def _comparable(name: str, others: Sequence[str], place: int) -> int | None:
    """Return the place of the nearest decision of this name, else the same place, None where there is none."""
    same = [at for at, other in enumerate(others) if other == name]
    if same:
        return min(same, key=lambda at: (abs(at - place), at))
    return place if place < len(others) else None


def _differing(
    failed: JsonObject, other: JsonObject, fields: Sequence[ContextField]
) -> Iterator[tuple[str, tuple[Scalar, Scalar]]]:
    left, right = typed_fields(failed, fields), typed_fields(other, fields)
    for path in left:
        if path in right and left[path] != right[path]:
            yield path, (left[path], right[path])
