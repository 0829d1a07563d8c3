"""Drafts from a run's clusters, and the static check of each."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ace.clusters.embedding import find_embedding
from ace.curator.check_draft import check_draft, passed
from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.fresh_id import with_cut_history
from ace.curator.draft import PERSON, CuratorBudget, CuratorInput, Draft, Drafting
from ace.curator.heuristic import draft_heuristically
from ace.curator.wording.vocabulary import Vocabulary, vocabulary_of
from ace.cycle.analyze_run import Analysis
from ace.cycle.check_sealed import check_sealed, read_sealed
from ace.evaluation.sealed_ngrams import SealedNgrams
from ace.playbook.reused_ids import deleted_ids
from ace.rejections.known_rejections import known_rejections
from ace.rejections.open_now import standing_proposals
from ace.rejections.rejection import Rejection
from ace.review.ancestry import is_shallow
from ace.review.evidence import EvidenceRecord
from ace.review.in_force import held_evidence
from ace.session import Session
from analyzers.clusters.text_vectors import Embedding, TextVectors
from runtime.contracts.playbook import Playbook
from runtime.contracts.ports import Controller
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.models.closing import close_controller
from runtime.rules.load_reviewed import injectable


@dataclass(frozen=True)
class CheckedDraft:
    """A draft with the outcome of each static check."""

    draft: Draft
    checks: tuple[Check, ...]

    @property
    def is_sound(self) -> bool:
        """True when it may be judged."""
        return passed(self.checks)


@dataclass(frozen=True)
class Drafted:
    """Checked drafts in the curator's order, and the drafting itself with what was refused and what it cost."""

    drafts: tuple[CheckedDraft, ...]
    drafting: Drafting


def draft_changes(session: Session, analysis: Analysis, episodes: tuple[Episode, ...], playbook: Playbook) -> Drafted:
    """Return checked drafts. Only development episodes are ever given to it.

    Raises: ModelError, ConfigError; RuleError when a rejection (at the reviewed commit, on `ace/rejected`) cannot be
    read.
    """
    seen = curator_input(session, analysis, episodes, playbook)
    check = checker(session, check_input(session, seen, playbook))
    if session.settings.curator.kind == "heuristic":
        drafting = draft_heuristically(seen)
    else:
        drafting = asyncio.run(_ask(session.curator_model(), seen, session.settings.run.seed or 0, check))
    # After drafting, and as hashes: no curator sees a held-out sample, nor what a check of them says.
    sealed = read_sealed(session, playbook) if drafting.drafts else SealedNgrams(frozenset())
    checked = [CheckedDraft(draft, (*check(draft), *check_sealed(draft, sealed))) for draft in drafting.drafts]
    return Drafted(tuple(checked), drafting)


def check_input(session: Session, seen: CuratorInput, playbook: Playbook) -> CheckInput:
    """Return what the static check looks at beside a draft: all that the curator saw, and what it must not touch."""
    return CheckInput(
        episodes=seen.episodes,
        succeeded=seen.succeeded,
        found=seen.found,
        context=seen.context,
        actions=frozenset({*seen.actions, "block"}),
        instead=None if seen.instead is None else frozenset({*seen.instead, "block"}),
        taken=seen.taken,
        rules=seen.rules,
        embedding=_remembering(find_embedding().embedding),
        vocabulary=_vocabulary(session, playbook),
        rejections=seen.rejections,
        today=seen.today,
        rules_tokens=session.settings.budgets.rules_tokens,
    )


def _remembering(embedding: Embedding | None) -> Embedding | None:
    """Return the embedding so that the texts of the rules in force are embedded once, not for every draft."""
    return None if embedding is None else embedding._replace(embed=TextVectors(embedding.embed))


def _vocabulary(session: Session, playbook: Playbook) -> Vocabulary:
    tools = {name: spec.description for name, (spec, _) in session.agent.tools().items()}
    actions = session.agent.actions
    return vocabulary_of(session.agent.context, tools, actions, playbook.rules, session.settings.curator.words)


def checker(session: Session, looked_at: CheckInput) -> Callable[[Draft], tuple[Check, ...]]:
    """Return what checks a draft statically, for a curator to ask while it drafts.

    The check against held-out samples is not among them: what it says, asked often enough, would give them away.
    """

    is_cut = is_shallow(session.workspace.repo)

    def check(draft: Draft) -> tuple[Check, ...]:
        checks = check_draft(draft, looked_at, rule_path(session, draft.rule_id))
        return with_cut_history(checks) if is_cut else checks

    return check


async def _ask(
    model: Controller, seen: CuratorInput, seed: int, check: Callable[[Draft], tuple[Check, ...]]
) -> Drafting:
    from ace.curator.model_curator import draft_with_model

    try:
        return await draft_with_model(seen, model, seed, check)
    finally:
        await close_controller(model)


def curator_input(
    session: Session, analysis: Analysis, episodes: tuple[Episode, ...], playbook: Playbook
) -> CuratorInput:
    """Return what a curator may see of a run: nothing of held-out samples, nothing of unfinished episodes."""
    tools = tuple(session.agent.tools())
    curator = session.settings.curator
    rules = injectable(playbook, session.settings.agent)
    return CuratorInput(
        agent=session.settings.agent,
        clusters=tuple(cluster for cluster in analysis.clusters if cluster.is_born),
        rules=rules,
        episodes={episode.header.episode: episode for episode in episodes if not episode.is_infrastructure_error},
        context=session.agent.context,
        actions=(*tools, *session.agent.actions),
        instead=session.agent.stand_ins,
        today=session.clock.now()[:10],
        limit=curator.drafts,
        succeeded=_clean(analysis),
        found=_found(analysis),
        rejections=_rejections(session, playbook),
        budget=CuratorBudget(curator.tokens, curator.cost_usd, curator.attempts),
        wording=curator.wording,
        taken=_taken_ids(session, playbook, rules),
        open_rules=_open_rules(session),
        open_clusters=_open_clusters(session),
        asked_for=made_by_people(session),
    )


def _rejections(session: Session, playbook: Playbook) -> tuple[Rejection, ...]:
    """Return every decision there is about this agent, also those nobody merged yet."""
    known = known_rejections(session.workspace.repo, playbook.commit, session.settings.review.remote_name)
    return tuple(one for one in known if one.agent == session.settings.agent)


def _open_rules(session: Session) -> dict[str, str]:
    """The id of the open proposal, by each rule it adds, changes or takes away."""
    return {rule_id: item.id for item in standing_proposals(session) for rule_id in item.rule_ids}


def _open_clusters(session: Session) -> dict[str, str]:
    """The id of the open proposal, by the cluster its evidence says it answers; unreadable evidence answers none."""
    return {record.cluster.id: record.proposal for record in _open_records(session) if record.cluster is not None}


def made_by_people(session: Session) -> frozenset[str]:
    """Return the ids of open proposals that a person made."""
    return frozenset(record.proposal for record in _open_records(session) if record.curator == PERSON)


def _open_records(session: Session) -> Iterator[EvidenceRecord]:
    repo = session.workspace.repo
    for item in standing_proposals(session):
        record = None if item.problem else held_evidence(repo, item.commit, [item.id]).get(item.id)
        if record is not None:
            yield record


def _clean(analysis: Analysis) -> frozenset[str]:
    """Episodes that succeeded; their decisions are what a rule must not fire on."""
    return frozenset(trial.episode for trial in analysis.trials if trial.success)


def _found(analysis: Analysis) -> dict[str, frozenset[str]]:
    """Episodes in which each detector found something."""
    out: dict[str, set[str]] = {}
    for finding in analysis.findings:
        out.setdefault(finding.detector, set()).add(finding.episode)
    return {name: frozenset(episodes) for name, episodes in out.items()}


def _taken_ids(session: Session, playbook: Playbook, rules: tuple[Rule, ...]) -> frozenset[str]:
    """Ids no new rule may have: of rules deleted on the reviewed branch, and of rules the agent is not given."""
    deleted = deleted_ids(session.workspace.repo, playbook.commit, playbook.path)
    return frozenset({*deleted, *(rule.id for rule in playbook.rules)} - {rule.id for rule in rules})


def rule_path(session: Session, rule_id: str) -> str:
    """Return where the rule's file belongs in the repository."""
    area, _, slug = rule_id.partition(".")
    return f"{session.settings.playbook}/{area}/{slug}.yaml"
