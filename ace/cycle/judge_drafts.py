"""Judge sound drafts: screen, confirmation, guards and the control, as the gate's profile asks."""

import asyncio

from ace.cycle.agent_version import agent_version, changed_since, undecided
from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.judging.bench import Bench
from ace.cycle.judging.judge_one import judge_one
from ace.cycle.judging.judgement import JudgeHooks, Judgement, best_first
from ace.runs.run_record import LoadedRun
from ace.session import Session
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.closing import close_controller
from runtime.models.reachable import check_reachable


def judge_drafts(
    session: Session, run: LoadedRun, rules: tuple[Rule, ...], drafts: tuple[CheckedDraft, ...], hooks: JudgeHooks
) -> tuple[tuple[Judgement, ...], ControllerInfo]:
    """Return one judgement per sound draft, best first, and who was judged. Raises: ModelError.

    From where the files of an own agent are seen to have changed, no draft is decided.
    """
    return asyncio.run(_judge_all(session, run, rules, drafts, hooks))


async def _judge_all(
    session: Session, run: LoadedRun, rules: tuple[Rule, ...], drafts: tuple[CheckedDraft, ...], hooks: JudgeHooks
) -> tuple[tuple[Judgement, ...], ControllerInfo]:
    for settings in session.asked_settings():
        await check_reachable(settings)
    version = agent_version(session)
    agent = session.build_agent()
    try:
        bench = Bench(session, agent, run, rules, hooks)
        sound = [checked for checked in drafts if checked.is_sound]
        judged = []
        for checked in sound:
            judgement = await judge_one(bench, checked, len(sound))
            changed = changed_since(session, version)
            judged.append(undecided(judgement, changed) if changed else judgement)
    finally:
        await close_controller(agent)
    return tuple(sorted(judged, key=best_first)), agent.info
