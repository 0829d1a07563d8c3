"""Forty drafts written by hand, twenty true to their evidence and twenty plausible but false: the static check tells
them apart. The drafts take the way of a model's answers, on a simulated run that is the same each time.

On that way a draft whose condition is sound goes on in words made of its condition where its own do not pass. For a
true draft that is as good: its condition is kept. A false one counts as refused only when nothing of it is left, or
when its falsehood is in its text and that text is gone.
"""

import json
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from ace.curator.remedies import REMEDIES
from ace.cycle.analyze_run import Analysis, Recording, analyze_run
from ace.cycle.draft_changes import draft_changes
from ace.cycle.run_samples import RunRequest, run_samples
from ace.runs.run_record import LoadedRun
from ace.session import Session, open_session
from analyzers.clusters.cluster import Cluster
from tests.ace.building import commit_all, starter_repository

_LOG = logging.getLogger(__name__)
_FIELDS = ("op", "rule_id", "title", "text", "when", "require", "otherwise", "rationale")
_SCRIPT = "operation.json"
_SETTINGS: Mapping[str, object] = {
    "controller.kind": "simulated",
    "run.limit": 50,
    "run.trials": 2,
    "run.seed": 7,
    "curator.kind": "model",
    "curator.model": {"kind": "scripted", "script": _SCRIPT},
    "curator.attempts": 1,
    "curator.drafts": 20,
    "curator.wording": "checked",
    "curator.tokens": 10_000_000,
}
# A rule in words only, for a draft to give a condition to.
_IN_WORDS = """schema: 1
id: style.fresh-words
title: Vary what you say
status: active
agent: tutor
audience: controller
text: |
  Vary what you say; do not send the student a sentence they have read before.
enforce: prompt
safety: false
priority: 58
rationale: Students stop reading what they have read before.
authors: [maintainers]
created: 2026-11-29
"""
_LEAST_RIGHT = 18
# Kinds of false drafts whose condition fits, or that have none: the text says the opposite, grants something, tells an
# answer, gives medical advice, or speaks of what nothing shows.
_FALSE_IN_TEXT = frozenset({"text", "widening", "answer", "medical", "unseen"})


@dataclass(frozen=True)
class WrittenDraft:
    """One draft of the set: what a model would return for a cluster, whether it is true, and why."""

    id: str
    is_true: bool
    why: str
    detector: str
    about: str
    operation: Mapping[str, str]

    @property
    def rule_id(self) -> str:
        """The rule it adds or edits."""
        return self.operation["rule_id"]

    @property
    def is_false_in_text(self) -> bool:
        """True when its condition is that of its cluster and only the text is false."""
        return self.kind in _FALSE_IN_TEXT

    @property
    def place(self) -> tuple[str, str]:
        """What its cluster is told by."""
        return self.detector, self.about

    @property
    def kind(self) -> str:
        """What is false about it, or what it is about: the middle of its id."""
        return self.id.split("-", 1)[1].rsplit("-", 1)[0]


class Simulated(NamedTuple):
    """The run that all drafts are checked on."""

    session: Session
    run: LoadedRun
    analysis: Analysis


class Outcome(NamedTuple):
    """What the static check made of a draft; `reasons` are what spoke against it. `is_reworded`: its text is gone."""

    draft: WrittenDraft
    is_sound: bool
    is_reworded: bool
    reasons: tuple[str, ...]

    @property
    def is_kept(self) -> bool:
        """True when what makes the draft true or false went through."""
        return self.is_sound and (self.draft.is_true or not (self.is_reworded and self.draft.is_false_in_text))


def _written_drafts() -> tuple[WrittenDraft, ...]:
    items = yaml.safe_load((Path(__file__).parent / "drafts.yaml").read_text(encoding="utf-8"))
    return tuple(
        WrittenDraft(
            id=item["id"],
            is_true=item["is_true"],
            why=item["why"],
            detector=item["cluster"]["detector"],
            about=item["cluster"].get("about", ""),
            operation={name: item.get(name, "") for name in _FIELDS},
        )
        for item in items
    )


DRAFTS = _written_drafts()


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Simulated:
    """Fifty samples, twice each, by the simulated controller under the starter's rules and one more."""
    repo = starter_repository(tmp_path_factory.mktemp("separation") / "repository")
    path = repo / "playbooks/tutor/style/fresh-words.yaml"
    path.write_text(_IN_WORDS, encoding="utf-8")
    commit_all(repo)
    session = open_session(repo, {}, _SETTINGS)
    run = run_samples(session, RunRequest())
    return Simulated(session, run, analyze_run(session, run, session.playbook().rules, Recording(is_kept=False)))


@pytest.fixture(scope="module")
def outcomes(simulated: Simulated) -> tuple[Outcome, ...]:
    """Each draft with what became of it."""
    found = {item.draft.id: item for batch in _batches() for item in _checked(simulated, batch)}
    return tuple(found[draft.id] for draft in DRAFTS)


def _batches() -> list[list[WrittenDraft]]:
    """Return the drafts in batches as a cycle makes them: one draft a cluster, and no rule changed twice."""
    batches: list[list[WrittenDraft]] = []
    for draft in DRAFTS:
        fits = (
            batch
            for batch in batches
            if all(other.place != draft.place and other.rule_id != draft.rule_id for other in batch)
        )
        batch = next(fits, None)
        if batch is None:
            batches.append(batch := [])
        batch.append(draft)
    return batches


def _checked(simulated: Simulated, batch: list[WrittenDraft]) -> list[Outcome]:
    session, run, analysis = simulated
    script = session.workspace.repo / _SCRIPT
    script.write_text(json.dumps([json.dumps(draft.operation) for draft in batch]), encoding="utf-8")
    clusters = tuple(_cluster(analysis, draft) for draft in batch)
    drafted = draft_changes(session, replace(analysis, clusters=clusters), run.episodes, session.playbook())
    reasons = {item.cluster: (item.reason,) for item in drafted.drafting.refused}
    made = {item.draft.cluster.id: item for item in drafted.drafts if item.draft.cluster is not None}
    out = []
    for draft, cluster in zip(batch, clusters, strict=True):
        item = made.get(cluster.id)
        checks = item.checks if item else ()
        against = tuple(f"{check.name}: {check.detail}" for check in checks if not check.ok)
        after = item.draft.after if item else None
        is_reworded = after is not None and " ".join(after.text.split()) != " ".join(draft.operation["text"].split())
        is_sound = item is not None and item.is_sound
        out.append(Outcome(draft, is_sound, is_reworded, (*reasons.get(cluster.id, ()), *against)))
    return out


def _cluster(analysis: Analysis, draft: WrittenDraft) -> Cluster:
    same = [cluster for cluster in analysis.clusters if cluster.is_born and cluster.detector == draft.detector]
    (cluster,) = [cluster for cluster in same if f"({draft.about}" in cluster.name] if draft.about else same
    return cluster


def _table(outcomes: tuple[Outcome, ...]) -> str:
    """Return one line a draft that was judged wrongly."""
    wrong = [item for item in outcomes if item.is_kept is not item.draft.is_true]
    lines = [f"{item.draft.id:<22} {'; '.join(item.reasons) or f'kept: {item.draft.why}'}" for item in wrong]
    return "\n".join(["", *lines])


def test_true_drafts_are_kept(outcomes: tuple[Outcome, ...]) -> None:
    kept = sum(item.is_kept for item in outcomes if item.draft.is_true)
    _LOG.warning("kept %d of the true drafts %s", kept, _table(outcomes))
    assert kept >= _LEAST_RIGHT, _table(outcomes)


def test_false_drafts_are_refused(outcomes: tuple[Outcome, ...]) -> None:
    refused = sum(not item.is_kept for item in outcomes if not item.draft.is_true)
    _LOG.warning("refused %d of the false drafts %s", refused, _table(outcomes))
    assert refused >= _LEAST_RIGHT, _table(outcomes)


def test_the_set_is_balanced_and_varied() -> None:
    assert Counter(draft.is_true for draft in DRAFTS) == {True: 20, False: 20}
    assert len({draft.id for draft in DRAFTS}) == 40
    assert len({draft.place for draft in DRAFTS if draft.is_true}) >= 10
    assert max(Counter(draft.kind for draft in DRAFTS if not draft.is_true).values()) <= 3
    known = {(remedy.when, remedy.require) for remedy in REMEDIES.values() if remedy.when}
    copied = [d.id for d in DRAFTS if d.is_true and (d.operation["when"], d.operation["require"]) in known]
    assert len(copied) <= 3
