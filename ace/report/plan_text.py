"""A plan as text: samples, episodes, cost, ceilings, and what the cycle can show."""

from ace.cycle.plan_cost import EpisodeCost
from ace.cycle.plan_cycle import NEEDED_POINTS, NEEDED_POWER, Chance, Plan, Total
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text

_UNKNOWN = "unknown"
_NOT_REPORTED = "not reported"


def plan_text(plan: Plan) -> str:
    """Return the plan as lines; the verdict on what can be confirmed is the last."""
    gate, run = plan.settings.gate, plan.settings.run
    what = f"judging the drafts of {escape_text(plan.run)}" if plan.run else "a cycle"
    in_run = "" if plan.run else f"{counted(run.trials, 'trial')} a sample in the run, "
    trials = f"{counted(gate.trials, 'trial')} a side" if plan.run else f"{gate.trials} a side in judging"
    head = (
        f"{what} under profile {gate.profile} with {counted(plan.drafts, 'draft')}: "
        f"{in_run}{trials}, "
        f"{counted(run.concurrency, 'episode')} at a time\n"
    )
    return "\n".join([head, _samples(plan), _episodes(plan), _cost(plan), _power(plan), _verdict(plan)])


def _samples(plan: Plan) -> str:
    rows = [["", "there", "used", "cases used"]]
    rows += [
        [one.split, f"{one.samples:,} ({counted(one.cases, 'case')})", f"{one.used_samples:,}", f"{one.used_cases:,}"]
        for one in plan.layout.splits
    ]
    bad = f"  {counted(len(plan.problems), 'sample')} could not be read: ace samples\n" if plan.problems else ""
    return "samples\n" + table(rows) + bad


def _episodes(plan: Plan) -> str:
    rows = [["", "once", "each draft", ""]]
    for stage in plan.layout.stages:
        each = f"{stage.after:,}" if stage.name not in ("run", "re-test") else ""
        who = "only drafts that pass the screen" if stage.is_for_passed else ""
        if stage.name == "re-test":
            who = f"{counted(len(plan.due), 'accepted rule')} due to be left out again (gate.retest_days)"
        rows.append([stage.name, f"{stage.before:,}" if stage.before else "", each, who])
    said = "must pass: samples that a change must never break; screen: the draft beside the rules without it\n"
    return "episodes\n" + table(rows) + "  " + said


def _cost(plan: Plan) -> str:
    rows = [["pass the screen", "episodes", "model calls", "tokens", "US dollars", "minutes"]]
    rows += [_total_row(total, plan.drafts) for total in plan.totals]
    stops = [
        f"  with {total.passed} of {plan.drafts} passing, judging would end at the ceiling of {total.stops_at}\n"
        for total in plan.totals
        if total.stops_at
    ]
    head = "cost, where drafts that pass go through every stage and batch\n"
    return "".join([head, _episode_line(plan), table(rows), *stops, _ceiling_line(plan), _drafting(plan)])


def _episode_line(plan: Plan) -> str:
    cost = plan.cost
    if cost is not None:
        simulated = "; simulated, so no figure is about a real model" if cost.simulated else ""
        asked = None if plan.settings.own_agent else plan.settings.controller
        is_free = cost.usd == 0 and asked is not None and asked.kind == "openai"
        price = " (no prices are set: controller.price_in_usd_per_mtok, price_out_usd_per_mtok)" if is_free else ""
        return (
            f"  an episode took {_used(cost, price)}: "
            f"medians of {counted(cost.episodes, 'episode')} of {escape_text(cost.run)}"
            f"{simulated}\n"
        )
    if plan.settings.controller is None and plan.settings.own_agent is None:
        return (
            "  what an episode costs is unknown: no controller is configured; set `controller` in ace.yaml or give "
            "--controller, then run a few samples: ace run --limit 5\n"
        )
    return (
        "  what an episode costs is unknown: no run of this agent under this controller yet; "
        "run a few samples first: ace run --limit 5\n"
    )


def _used(cost: EpisodeCost, price: str) -> str:
    figures = (
        ("model calls", None if cost.model_calls is None else f"{cost.model_calls:g}"),
        ("tokens", None if cost.tokens is None else f"{cost.tokens:,g}"),
        ("US dollars", None if cost.usd is None else f"{cost.usd:.4g}"),
    )
    known = [f"{figure} {name}" for name, figure in figures if figure is not None]
    silent = [name for name, figure in figures if figure is None]
    took = ", ".join([*known[:-1], *(f"{last}{price}" for last in known[-1:]), f"{cost.seconds:.3g} s"])
    return f"{took} ({_listed(silent)}: not reported by the agent)" if silent else took


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _total_row(total: Total, drafts: int) -> list[str]:
    # Where the minutes are known a run was looked at: what is missing then is what the agent does not say.
    unknown = _UNKNOWN if total.minutes is None else _NOT_REPORTED
    return [
        f"{total.passed} of {drafts}",
        f"{total.episodes:,}",
        unknown if total.model_calls is None else f"{total.model_calls:,}",
        unknown if total.tokens is None else f"{total.tokens:,}",
        unknown if total.usd is None else f"{total.usd:,.2f}",
        _UNKNOWN if total.minutes is None else f"{total.minutes:,.1f}",
    ]


def _ceiling_line(plan: Plan) -> str:
    names = ("max_calls", "max_tokens", "max_cost_usd", "max_minutes")
    found = [(name, getattr(plan.settings.gate, name)) for name in names]
    told = ", ".join(f"gate.{name} {value:,g}" for name, value in found if value is not None)
    none = f"none set (gate.{', '.join(names)})"
    return f"  ceilings of judging: {told or none}; of one episode: {_one_ceiling(plan)}\n{_idle_ceilings(plan)}"


def _one_ceiling(plan: Plan) -> str:
    own, budgets = plan.settings.own_agent, plan.settings.budgets
    if own is not None:
        return f"own_agent.timeout_s {own.timeout_s:g}"
    limits = (("seconds", budgets.seconds), ("cost_usd", budgets.cost_usd))
    return ", ".join(f"budgets.{name} {value:g}" for name, value in limits if value is not None) or (
        "no time or cost set"
    )


def _idle_ceilings(plan: Plan) -> str:
    """Say which ceilings can stop nothing, since the agent does not report what they are of."""
    if plan.cost is None:
        return ""
    gate, cost = plan.settings.gate, plan.cost
    of = (("max_calls", cost.model_calls), ("max_tokens", cost.tokens), ("max_cost_usd", cost.usd))
    idle = [f"gate.{name}" for name, figure in of if figure is None and getattr(gate, name) is not None]
    if not idle:
        return ""
    stops = "stop nothing" if len(idle) > 1 else "stops nothing"
    return f"  {_listed(idle)} {stops}: the agent does not report what it uses\n"


def _drafting(plan: Plan) -> str:
    curator = plan.settings.curator
    if curator.kind != "model":
        return ""
    price = f" and {curator.cost_usd:g} US dollars" if curator.cost_usd is not None else ""
    return f"  drafting by a model comes on top: at most {curator.tokens:,} tokens{price}\n"


def _power(plan: Plan) -> str:
    rows = [["a draft of", "passes the screen", "ends promising", "is confirmed"]]
    rows += [
        [_change(chance), _percent(chance.passes_screen), _percent(chance.promising), _percent(chance.confirmed)]
        for chance in plan.chances
    ]
    layout = plan.layout
    return (
        f"chances of one draft with {counted(layout.screen_cases, 'development case')} and "
        f"{counted(layout.held_out_cases, 'held-out case')}, "
        f"{plan.discordant:.0%} of cases better or worse with it (discordant), guards apart\n" + table(rows)
    )


def _verdict(plan: Plan) -> str:
    goal = f"{NEEDED_POWER:.0%} at +{NEEDED_POINTS:g} points"
    needed = plan.needed
    if needed.development is None or needed.held_out is None:
        need = f"for {goal} more cases are needed than can be summed up here: over 5,000 to screen or 1,600 held out"
    else:
        need = (
            f"for {goal} about {needed.development:,} development and {needed.held_out:,} held-out cases are needed "
            f"({plan.drafts} drafts share the screen)"
        )
        most = plan.settings.gate.most
        need += f"; set gate.most to {needed.held_out:,}, it is {most:,}" if needed.held_out > most else ""
    first = f"Nothing can be confirmed: {plan.why_not}.\n" if plan.why_not else ""
    if not plan.why_not:
        first = f"The next confirmation needs an e-value of {plan.needed_e:.3g} (`ace samples status` says why).\n"
    return f"{first}{need[0].upper()}{need[1:]}.\n"


def _change(chance: Chance) -> str:
    return f"+{chance.points:g} points" if chance.points else "no effect"


def _percent(chance: float) -> str:
    return f"{chance:.2%}" if 0.00005 <= chance < 0.01 else f"{chance:.0%}" if chance >= 0.01 else "0%"
