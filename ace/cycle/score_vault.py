"""Score the vault: the rules in force on held-out cases that never served a confirmation, once a month."""

import asyncio
from datetime import UTC, datetime

from ace.cycle.agent_version import agent_version, refuse_changed
from ace.cycle.counted_ledger import controller_label, counted_ledger, is_simulated, ledger_identity
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.run_samples import arm_spec, fresh_seed
from ace.errors import AceError
from ace.evaluation.arms import ArmSpec, ArmStore
from ace.evaluation.run_arms import run_arms
from ace.evaluation.score import Trial, score_episodes, success_rate, with_missing
from ace.evaluation.verdict import MAX_UNDECIDED_SHARE
from ace.ledger.ledger import Ledger
from ace.ledger.ledger_ref import add_score
from ace.ledger.vault import VaultScore, is_in_vault, next_scoring
from ace.session import Session
from runtime.contracts.sample import Sample
from runtime.models.closing import close_controller
from runtime.models.reachable import check_reachable
from runtime.rules.load_reviewed import injectable


def vault_samples(session: Session) -> tuple[Sample, ...]:
    """Return the samples of the vault; none where `gate.vault_share` is 0."""
    share = session.settings.gate.vault_share
    return tuple(sample for sample in session.samples("sealed")[0] if is_in_vault(sample.case, share)) if share else ()


def score_vault(session: Session, hooks: JudgeHooks) -> VaultScore:
    """Return the score of the rules in force on the vault, after noting in the ledger that it is looked at.

    One that was cut off is gone on with: the same seed, and what was run is kept.
    Raises: AceError when there is no vault, it was scored in the last 30 days, or too much could not be run;
        LedgerError; ModelError.
    """
    samples = vault_samples(session)
    if not samples:
        raise AceError(
            "there is no vault: set `gate.vault_share` in ace.yaml, for example to 0.5 of the held-out cases"
        )
    ledger, playbook = counted_ledger(session), session.playbook()
    finished = sum(score.success is not None for score in ledger.vault.values())
    spec = arm_spec(session, injectable(playbook, session.settings.agent), samples, fresh_seed(f"vault-{finished}"))
    if spec.key not in ledger.vault:
        _refuse_too_early(session, ledger)
    score = VaultScore(
        arm=spec.key,
        commit=playbook.commit,
        controller=controller_label(session),
        simulated=is_simulated(session),
        when=_moment(session.clock.now()),
        cases=len({sample.case for sample in samples}),
        samples=len(samples),
    )
    add_score(session.workspace.repo, score, ledger_identity(session))
    trials = asyncio.run(_run(session, spec, samples, hooks))
    undecided = sum(trial.success is None for trial in trials)
    if undecided > MAX_UNDECIDED_SHARE * len(trials):
        raise AceError(
            f"{undecided} of {len(trials)} trials of the vault could not be run to an end, so it is not scored; "
            "mend the cause, then start again: what was run is kept"
        )
    score = score.model_copy(update={"success": success_rate(trials)})
    add_score(session.workspace.repo, score, ledger_identity(session))
    return score


def _refuse_too_early(session: Session, ledger: Ledger) -> None:
    following = next_scoring(tuple(ledger.vault.values()))
    if following is not None and _moment(session.clock.now()) < following:
        raise AceError(
            "the vault was scored, or begun to be, in the last 30 days; looked at more often it would become one more "
            f"set to select on. The next time is {following:%Y-%m-%d}"
        )


def _moment(now: str) -> datetime:
    return datetime.fromisoformat(now).astimezone(UTC)


async def _run(session: Session, spec: ArmSpec, samples: tuple[Sample, ...], hooks: JudgeHooks) -> tuple[Trial, ...]:
    for settings in session.asked_settings():
        await check_reachable(settings)
    if hooks.arm is not None:
        hooks.arm("vault", len(samples) * spec.trials)
    version = agent_version(session)
    agent = session.build_agent()
    try:
        run = await run_arms(agent, [spec], samples, ArmStore(session.workspace.arms, {}, hooks.episode))
    finally:
        await close_controller(agent)
    refuse_changed(session, version, "the vault is not scored")
    scored = score_episodes(run.episodes[0], session.settings.gate.success_severity)
    return with_missing(scored, samples, spec.trials)
