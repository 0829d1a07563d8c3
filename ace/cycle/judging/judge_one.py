"""One draft through every stage that the profile asks for."""

import textwrap
from dataclasses import dataclass, replace
from time import monotonic

from ace.curator.draft import Draft
from ace.cycle.draft_changes import CheckedDraft
from ace.cycle.draft_identity import draft_name, proposal_of
from ace.cycle.judging.apply_draft import apply_draft
from ace.cycle.judging.bench import ADVISORY_SAMPLES, Arms, Bench, Tried, both
from ace.cycle.judging.confirm import Confirmation, confirm, estimate_further, may_serve
from ace.cycle.judging.guard_stage import guard_figures, guard_must_pass
from ace.cycle.judging.judgement import Judgement, Spend
from ace.cycle.judging.serving import too_few
from ace.evaluation.arms import with_rules
from ace.evaluation.control import Control, as_gate, compare_control, measure_obedience
from ace.evaluation.guards import Guard, after_guards
from ace.evaluation.paired import pair
from ace.evaluation.run_arms import GIVE_UP_AFTER
from ace.evaluation.score import finding_rate
from ace.evaluation.slices import Slice
from ace.evaluation.verdict import Judged, judge_screen
from ace.evaluation.verdict_words import why_words_show_nothing
from ace.review.change_words import is_tidying
from ace.text.counted import counted
from runtime.contracts.rule import Rule, Verdict
from runtime.traces.redaction import redact_text

_ERROR_CHARS = 200
_LOOKS_BETTER: tuple[Verdict, ...] = ("confirmed", "promising")


@dataclass(frozen=True)
class _Subject:
    """The draft being judged, the rules with it merged, and what its trials are called."""

    draft: Draft
    after_rules: tuple[Rule, ...]
    name: str
    target: str


@dataclass(frozen=True)
class _Guarded:
    guards: tuple[Guard, ...] = ()
    slices: tuple[Slice, ...] = ()
    stopped: str = ""


async def judge_one(bench: Bench, checked: CheckedDraft, drafts: int) -> Judgement:
    """Return the verdict on one of `drafts` sound drafts."""
    started, before = monotonic(), bench.spent
    draft = checked.draft
    target = draft.cluster.detector if draft.cluster else ""
    subject = _Subject(draft, apply_draft(bench.reviewed, draft), draft_name(draft), target)
    specs = both(bench.base, subject.after_rules)
    tried = await bench.try_arms(Arms(specs, bench.dev, f"{subject.name}: before and after", target, bench.removed))
    judgement = await _staged(bench, subject, tried, drafts)
    usage = bench.spent.minus(before)
    return replace(
        judgement,
        checked=checked,
        arms=(specs[0].key, specs[1].key),
        spend=Spend(
            model_calls=usage.model_calls,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            usd=usage.usd,
            minutes=round((monotonic() - started) / 60, 3),
        ),
    )


async def _staged(bench: Bench, subject: _Subject, tried: Tried, drafts: int) -> Judgement:
    screen = _screened(bench, tried, drafts)
    reads_nothing = bench.run.record.simulated and subject.draft.is_wording
    reasons = [
        why_words_show_nothing(bench.run.record.agent) if reads_nothing else "",
        screen.reason,
        _removed(bench),
        _gave_up(tried),
    ]
    verdict, stopped = screen.verdict, tried.stopped
    held: Confirmation | None = None
    if verdict == "promising" and bench.gate.profile == "strict" and bench.gate.sealed:
        held, said = await _held_out(bench, subject)
        reasons.append(said)
        if held is not None:
            stopped = held.stopped
            reasons.append(_gave_up(held.tried) if held.looks else "")
            verdict = held.judged.verdict if held.looks else verdict
    guarded = await _guarded(bench, subject, verdict, (tried, held)) if not stopped else _Guarded()
    verdict, said = after_guards(verdict, guarded.guards)
    reasons.insert(0, said)
    stopped = stopped or guarded.stopped
    if verdict == "confirmed" and held is not None and not stopped:
        held = await estimate_further(bench, held, subject.after_rules, subject.name, proposal_of(subject.draft))
    control = await _controlled(bench, subject, tried) if verdict in _LOOKS_BETTER and not stopped else None
    if stopped and verdict != "harmful":
        verdict = "insufficient evidence"
        reasons.insert(
            0, f"Judging stopped at the ceiling of {stopped}; what was run is kept, and judging again goes on."
        )
    before, after = tried.before, tried.after
    return Judgement(
        checked=CheckedDraft(subject.draft, ()),
        verdict=verdict,
        reason=" ".join(reason for reason in reasons if reason),
        screen=pair(before, after),
        p_value=screen.p_value,
        held_out=held.paired if held and held.looks else None,
        e_value=held.judged.e_value if held and held.looks else None,
        target=subject.target,
        target_before=finding_rate(before, subject.target),
        target_after=finding_rate(after, subject.target),
        spend=Spend(),
        screen_solved=pair(before, after, "solved"),
        held_out_solved=pair(held.tried.before, held.tried.after, "solved") if held and held.looks else None,
        profile=bench.gate.profile,
        looks=held.looks if held else (),
        estimate=held.estimate if held else None,
        estimate_cases=held.estimate_cases if held else 0,
        guards=guarded.guards,
        slices=guarded.slices,
        control=control,
        stopped=stopped,
    )


def _removed(bench: Bench) -> str:
    """Return which samples of the run are there no more, empty when all are."""
    if not bench.removed:
        return ""
    names = ", ".join(name for name, _ in bench.removed[:3]) + (", ..." if len(bench.removed) > 3 else "")
    return f"{counted(len(bench.removed), 'sample')} of the run no longer there, so undecided on both sides: {names}."


def _gave_up(tried: Tried) -> str:
    """Return what ended the trials early, so that the undecided ones are understood; empty when nothing did."""
    if not tried.gave_up:
        return ""
    why = textwrap.shorten(redact_text(tried.gave_up).strip().rstrip("."), _ERROR_CHARS, placeholder=" ..")
    return f"After {GIVE_UP_AFTER} errors in a row the rest was not run; the last: {why}. Judging again goes on."


async def _held_out(bench: Bench, subject: _Subject) -> tuple[Confirmation | None, str]:
    """Return the confirmation and what it says; None where too few cases may serve, of which then none is used."""
    proposal = proposal_of(subject.draft)
    why_not = too_few(may_serve(bench, proposal))
    if why_not:
        return None, f"No held-out sample was run, so it stays promising: {why_not}."
    held = await confirm(bench, subject.after_rules, subject.name, proposal)
    return held, held.judged.reason if held.looks else ""


def _screened(bench: Bench, tried: Tried, drafts: int) -> Judged:
    screen = judge_screen(pair(tried.before, tried.after), bench.rules, drafts)
    if bench.gate.profile == "advisory":
        few = f" Profile advisory: at most {ADVISORY_SAMPLES} development samples were tried, and no guard was asked."
        return replace(screen, reason=screen.reason + few)
    return screen


async def _guarded(
    bench: Bench, subject: _Subject, verdict: Verdict, tries: tuple[Tried, Confirmation | None]
) -> _Guarded:
    """Return the guards that the profile asks for.

    Tidying that moved nothing may be opened as it is, so it must break no must-pass sample either.
    """
    is_better = verdict in _LOOKS_BETTER
    is_tidy = verdict in {"no effect", "insufficient evidence"} and is_tidying(
        subject.draft.op, subject.draft.cluster is not None
    )
    if bench.gate.profile == "advisory" or not (is_better or is_tidy):
        return _Guarded()
    guard, stopped = await guard_must_pass(bench, subject.after_rules, subject.name)
    if bench.gate.profile != "strict" or not is_better or stopped:
        return _Guarded((guard,), (), stopped)
    development, held = tries
    all_tries = [development, held.tried] if held and held.looks else [development]
    samples = held.samples if held and held.looks else bench.dev
    measured = guard_figures(all_tries, samples, bench.run.record.seed)
    return _Guarded((guard, *measured.guards), measured.slices)


async def _controlled(bench: Bench, subject: _Subject, tried: Tried) -> Control | None:
    """Return the control of a checked rule that a prompt is to carry; None where there is none to run."""
    rule = subject.draft.after
    is_asked = bench.gate.profile == "strict" and bench.gate.control
    if not is_asked or rule is None or not rule.is_checked or rule.enforce != "prompt":
        return None
    rules = tuple(as_gate(one) if one.id == rule.id else one for one in subject.after_rules)
    arms = Arms(
        (with_rules(bench.base, rules),), bench.dev, f"{subject.name}: as a gate", subject.target, bench.removed
    )
    gate = await bench.try_arms(arms)
    if gate.stopped:
        return None
    without, obedience = (measure_obedience(rule, episodes) for episodes in tried.episodes)
    return compare_control(tried.before, tried.after, gate.before, obedience, without.violating)
