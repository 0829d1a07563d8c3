"""A plan as JSON."""

from ace.cycle.plan_cycle import NEEDED_POINTS, NEEDED_POWER, Plan, Total
from ace.cycle.plan_episodes import Stage, Used
from runtime.contracts.json_types import JsonObject


def plan_json(plan: Plan) -> JsonObject:
    """Return the plan as a JSON object; its keys stay.

    - `profile`, `drafts` (sound drafts assumed), `trials` (`run`, `judging`: episodes a sample and side),
      `concurrency`, `controller` (kind, or null)
    - `samples`: for `dev`, `sealed`, `must_pass`: `samples`, `cases` that may serve, `used_samples`, `used_cases`;
      `problems`: how many sample files or lines could not be read
    - `stages`: in order, those that have samples: `name`, `samples`, `cases`, `episodes_once` (for all drafts
      together), `episodes_per_draft`, `only_if_passed` (only for drafts that pass the screen)
    - `episode`: medians, or null when unknown: `run`, `episodes` they are of, `model_calls`, `tokens`, `usd` (each null
      where an own agent does not report it), `seconds`, `simulated` (a simulated part played: no figure is about a
      real model)
    - `totals`: a cycle in which 0, 1, or all drafts pass the screen, at most: `passed`, `episodes`,
      `judging_episodes`, `model_calls`, `tokens`, `usd`, `minutes` (null when unknown), `stops_at` (ceiling or null)
    - `ceilings`: of one judging `max_calls`, `max_tokens`, `max_cost_usd`, `max_minutes`; of one episode
      `episode_seconds` (of an own agent its `timeout_s`), `episode_cost_usd`; of drafting by a model `curator_tokens`,
      `curator_cost_usd`; null: none
    - `power`: for 0 (does nothing), 2, 5 and 10 points: `points`, `discordant` (share of cases, 0-1), `passes_screen`,
      `promising`, `confirmed` (chances of one draft, 0-1)
    - `needed`: `points`, `power`, `development_cases`, `held_out_cases` (null: more than are summed up)
    - `can_confirm`, `why_not` (null when it can), `next_e_value` (what the next confirmation needs)
    - `due`: ids of accepted rules that the cycle leaves out again (stage `re-test`)
    - `run`: the run whose drafts are to be judged, null where the cycle begins one
    """
    settings, gate, cost = plan.settings, plan.settings.gate, plan.cost
    samples: JsonObject = {one.split: _used(one) for one in plan.layout.splits}
    return {
        "profile": gate.profile,
        "drafts": plan.drafts,
        "trials": {"run": settings.run.trials, "judging": gate.trials},
        "concurrency": settings.run.concurrency,
        "controller": decides.kind if (decides := settings.own_agent or settings.controller) else None,
        "samples": {**samples, "problems": len(plan.problems)},
        "stages": [_stage(stage) for stage in plan.layout.stages],
        "episode": cost._asdict() if cost else None,
        "totals": [_total(total) for total in plan.totals],
        "ceilings": _ceilings(plan),
        "power": [chance._asdict() for chance in plan.chances],
        "needed": {
            "points": NEEDED_POINTS,
            "power": NEEDED_POWER,
            "development_cases": plan.needed.development,
            "held_out_cases": plan.needed.held_out,
        },
        "can_confirm": not plan.why_not,
        "why_not": plan.why_not or None,
        "next_e_value": plan.needed_e,
        "due": list(plan.due),
        "run": plan.run or None,
    }


def _used(used: Used) -> JsonObject:
    return {
        "samples": used.samples,
        "cases": used.cases,
        "used_samples": used.used_samples,
        "used_cases": used.used_cases,
    }


def _stage(stage: Stage) -> JsonObject:
    return {
        "name": stage.name,
        "samples": stage.samples,
        "cases": stage.cases,
        "episodes_once": stage.before,
        "episodes_per_draft": stage.after,
        "only_if_passed": stage.is_for_passed,
    }


def _total(total: Total) -> JsonObject:
    return {
        "passed": total.passed,
        "episodes": total.episodes,
        "judging_episodes": total.judging,
        "model_calls": total.model_calls,
        "tokens": total.tokens,
        "usd": total.usd,
        "minutes": total.minutes,
        "stops_at": total.stops_at or None,
    }


def _ceilings(plan: Plan) -> JsonObject:
    gate, budgets, curator = plan.settings.gate, plan.settings.budgets, plan.settings.curator
    is_model, own = curator.kind == "model", plan.settings.own_agent
    return {
        "max_calls": gate.max_calls,
        "max_tokens": gate.max_tokens,
        "max_cost_usd": gate.max_cost_usd,
        "max_minutes": gate.max_minutes,
        "episode_seconds": own.timeout_s if own else budgets.seconds,
        "episode_cost_usd": None if own else budgets.cost_usd,
        "curator_tokens": curator.tokens if is_model else None,
        "curator_cost_usd": curator.cost_usd if is_model else None,
    }
