"""A plan in words."""

from dataclasses import replace

import pytest

from ace.config.settings import Settings
from ace.cycle.judging.serving import Serving
from ace.cycle.plan_cost import EpisodeCost
from ace.cycle.plan_cycle import Chance, Plan, Total
from ace.cycle.plan_episodes import Layout, Stage, Used
from ace.evaluation.power import Needed
from ace.report.plan_text import plan_text
from runtime.contracts.sample import SampleRef
from runtime.models.settings import ControllerSettings

MODEL = ControllerSettings(kind="openai", model="m", base_url="http://127.0.0.1:1/v1")
PLAN = Plan(
    settings=Settings(controller=MODEL),
    drafts=5,
    discordant=0.12,
    layout=Layout(
        (Used("dev", 1200, 400, 400, 400), Used("sealed", 1500, 500, 1500, 500)),
        (Stage("run", 400, 400, 400, 0, False), Stage("held-out", 1500, 500, 4500, 4500, True)),
        400,
        500,
        Serving((), 500, 500),
    ),
    cost=EpisodeCost("r-1", 20, 9.5, 12_448, 0.0213, 4.25, False),
    totals=(
        Total(0, 400, 0, 3800, 4_979_200, 8.52, 7.1, ""),
        Total(5, 27_400, 27_000, 260_300, 341_075_200, 583.62, 485.2, "500 USD (gate.max_cost_usd)"),
    ),
    chances=(Chance(0, 0.12, 0.0187, 0.00731, 0.00004), Chance(5, 0.12, 0.7, 0.3, 0.4)),
    needed=Needed(550, 800),
    why_not="",
    needed_e=40.0,
)


def test_samples_episodes_cost_and_chances_are_told() -> None:
    lines = [" ".join(line.split()) for line in plan_text(PLAN).splitlines()]
    assert lines[0] == (
        "a cycle under profile strict with 5 drafts: 1 trial a sample in the run, 3 a side in judging, "
        "4 episodes at a time"
    )
    for line in (
        "sealed 1,500 (500 cases) 1,500 500",
        "run 400",
        "held-out 4,500 4,500 only drafts that pass the screen",
        "an episode took 9.5 model calls, 12,448 tokens, 0.0213 US dollars, 4.25 s: medians of 20 episodes of r-1",
        "0 of 5 400 3,800 4,979,200 8.52 7.1",
        "5 of 5 27,400 260,300 341,075,200 583.62 485.2",
        "with 5 of 5 passing, judging would end at the ceiling of 500 USD (gate.max_cost_usd)",
        "no effect 2% 0.73% 0%",
        "+5 points 70% 30% 40%",
        "For 80% at +5 points about 550 development and 800 held-out cases are needed (5 drafts share the screen).",
    ):
        assert line in lines
    assert "Nothing can be confirmed" not in plan_text(PLAN)
    assert "The next confirmation needs an e-value of 40 (`ace samples status` says why).\n" in plan_text(PLAN)


def settings(**changes: object) -> Settings:
    """Return the settings of the plan with sections changed."""
    return Settings.model_validate({"controller": MODEL, **changes})


OWN = Settings.model_validate(
    {
        "agent": "expenses",
        "own_agent": {"kind": "http", "url": "http://127.0.0.1:9/run", "timeout_s": 3},
        "gate": {"max_calls": 9000, "max_cost_usd": 5},
    }
)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (replace(PLAN, why_not="only 36 cases"), "Nothing can be confirmed: only 36 cases.\n"),
        (
            replace(PLAN, run="r-1"),
            "judging the drafts of r-1 under profile strict with 5 drafts: 3 trials a side, 4 epi",
        ),
        (replace(PLAN, cost=None), "no run of this agent under this controller yet; run a few samples first: ace run"),
        (replace(PLAN, cost=None, settings=Settings()), "no controller is configured; set `controller` in ace.yaml"),
        (replace(PLAN, needed=Needed(None, None)), "more cases are needed than can be summed up here"),
        (replace(PLAN, settings=settings(gate={"most": 400})), "set gate.most to 800, it is 400"),
        (
            replace(PLAN, settings=settings(gate={"max_calls": 9000, "max_minutes": 90})),
            "ceilings of judging: gate.max_calls 9,000, gate.max_minutes 90; of one episode: budgets.seconds 600\n",
        ),
        (PLAN, "ceilings of judging: none set (gate.max_calls, max_tokens, max_cost_usd, max_minutes)"),
        (replace(PLAN, settings=settings(curator={"kind": "model"})), "on top: at most 60,000 tokens\n"),
        (
            replace(PLAN, cost=EpisodeCost("r-1", 1, 1, 1, 0, 1, False)),
            "0 US dollars (no prices are set: controller.price_in_usd_per_mtok",
        ),
        (
            replace(PLAN, cost=EpisodeCost("r-1", 1, 1, 1, 0, 1, True)),
            "medians of 1 episode of r-1; simulated, so no figure is about a real model\n",
        ),
        (
            replace(PLAN, settings=OWN, cost=EpisodeCost("r-1", 2, None, None, None, 0.5, False)),
            "an episode took 0.5 s (model calls, tokens and US dollars: not reported by the agent): medians of 2 epi",
        ),
        (
            replace(PLAN, settings=OWN, cost=EpisodeCost("r-1", 2, 3, 40, None, 0.5, False)),
            "an episode took 3 model calls, 40 tokens, 0.5 s (US dollars: not reported by the agent): medians of 2",
        ),
        (
            replace(PLAN, settings=OWN, totals=(Total(0, 400, 0, None, None, None, 7.1, ""),)),
            "0 of 5           400       not reported  not reported  not reported  7.1\n",
        ),
        (replace(PLAN, settings=OWN), "of one episode: own_agent.timeout_s 3\n"),
        (
            replace(PLAN, settings=OWN, cost=EpisodeCost("r-1", 2, None, None, None, 0.5, False)),
            "  gate.max_calls and gate.max_cost_usd stop nothing: the agent does not report what it uses\n",
        ),
        (replace(PLAN, problems=(SampleRef(path="a", where="1", problem="b"),)), "1 sample could not be read"),
    ],
    ids=[
        "unconfirmable",
        "of-a-run",
        "never-run",
        "no-controller",
        "too-many-needed",
        "most-too-low",
        "ceilings",
        "no-ceiling",
        "model-curator",
        "no-price",
        "simulated",
        "nothing-reported",
        "no-cost-reported",
        "no-totals-reported",
        "own-ceiling",
        "idle-ceilings",
        "unreadable",
    ],
)
def test_what_matters_is_said(plan: Plan, says: str) -> None:
    assert says in plan_text(plan)


def test_what_is_unknown_is_called_unknown() -> None:
    unknown = replace(PLAN, totals=(Total(0, 400, 0, None, None, None, None, ""),))
    lines = [" ".join(line.split()) for line in plan_text(unknown).splitlines()]
    assert "0 of 5 400 unknown unknown unknown unknown" in lines
