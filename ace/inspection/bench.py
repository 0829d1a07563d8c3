"""Does the agent buy anything that thresholds in code do not? Everything on the same held-out images."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError
from ace.inspection.arms import ARMS, ArmsPlan, run_arms
from ace.inspection.curve import CurvePoint, Scored, curve, dev_front, keep_all, most_precise
from ace.inspection.data_figures import DataFigures, data_figures, feature_bands
from ace.inspection.features import ImageFeatures, all_features
from ace.inspection.from_episodes import measured_episodes
from ace.inspection.guidance import drafted_guidance, guidance_text
from ace.inspection.image_set import ImageSet
from ace.inspection.row import Cost, Measured, Row, absent_row, make_row
from ace.inspection.rule_gate import gated_counts
from ace.inspection.thresholds import CandidateTable, Thresholds
from analyzers.bands import BandReport
from runtime.agents.inspector.sample import CastingSample
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Controller
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.inspection.counts import ImageCounts, recall_of
from runtime.models.settings import ControllerSettings

ROWS = ("detector", *ARMS, "control")
NO_GUIDANCE = "no guidance: no band of the dev images' measures is telling enough to draft a rule from"
NO_CONTROL = "no thresholds keep any void of the dev images, so there is no control"


class Hooks(NamedTuple):
    """What is told while it runs: images looked at (part, number, of how many), episodes begun, an episode ended."""

    looked_at: Callable[[str, int, int], None] = lambda part, number, total: None
    begun: Callable[[str, int], None] = lambda title, total: None
    progress: Callable[[Episode], None] = lambda episode: None


@dataclass(frozen=True)
class BenchPlan:
    """`folder` keeps episodes, so that a run that was cut off goes on; None keeps nothing."""

    images: ImageSet
    settings: ControllerSettings
    controller: Controller
    seeds: int = 2
    concurrency: int = 4
    folder: Path | None = None
    hooks: Hooks = field(default_factory=Hooks)


@dataclass(frozen=True)
class InspectionBench:
    """All that was measured. `gate` is the guidance as code, `control` the thresholds that row `control` uses.

    `rows` are those that could be measured, of ROWS.
    """

    controller: str
    is_simulated: bool
    seeds: int
    images: ImageSet
    rows: tuple[Row, ...]
    data: DataFigures
    bands: BandReport
    guidance: Rule | None
    gate: Row | None
    curve: tuple[CurvePoint, ...]
    control: Thresholds | None

    def to_json(self) -> JsonObject:
        """Return every figure; `simulated` says that a simulated controller made the agent's rows.

        All of ROWS are there, with nulls and a `reason` where a row could not be measured.
        """
        measured = {row.name: row.to_json() for row in self.rows}
        return {
            "schema_version": 1,
            "controller": self.controller,
            "simulated": self.is_simulated,
            "seeds": self.seeds,
            "images": self.images.to_json(),
            "rows": [measured.get(name) or absent_row(name, self.reason(name)) for name in ROWS],
            "data": {**self.data.to_json(), "gate": self.gate.to_json() if self.gate else None},
            "bands": self.bands.to_json(),
            "guidance": guidance_text(self.guidance) if self.guidance else None,
            "control": self.control.to_json() if self.control else None,
            "curve": [point.to_json() for point in self.curve],
        }

    def reason(self, name: str) -> str:
        """Return why a row of ROWS could not be measured."""
        return NO_CONTROL if name == "control" else NO_GUIDANCE


async def measure_inspection(plan: BenchPlan) -> InspectionBench:
    """Return the table. Dev images choose the guidance and the thresholds; only held-out ones are reported.

    Raises: AceError when no image can be read, nothing is found in them, or the model does not answer.
    """
    images, dev, held_out = look_at(plan.images, plan.hooks)
    found_bands = feature_bands(dev)
    guidance = drafted_guidance(found_bands)
    voids = {one.sample.id: len(one.truth) for one in held_out}
    episodes = await run_arms(_arms_plan(plan, images, guidance))
    measured = {"detector": _in_code(held_out, keep_all(held_out))}
    measured |= {name: measured_episodes(episodes[name], voids, plan.seeds) for name in ARMS if name in episodes}
    front = dev_front(CandidateTable(dev))
    table = CandidateTable(held_out)
    chosen = _choose(front, measured["agent"])
    if chosen is not None:
        measured["control"] = _in_code(held_out, table.counts(table.keeps(chosen.thresholds)))
    return InspectionBench(
        controller=plan.controller.info.label,
        is_simulated=plan.controller.info.simulated,
        seeds=plan.seeds,
        images=images,
        rows=tuple(make_row(name, one, measured) for name, one in measured.items()),
        data=data_figures(held_out),
        bands=found_bands,
        guidance=guidance,
        gate=_gate_row(guidance, held_out, measured),
        curve=curve(front, table),
        control=chosen.thresholds if chosen else None,
    )


def look_at(images: ImageSet, hooks: Hooks) -> tuple[ImageSet, Sequence[ImageFeatures], Sequence[ImageFeatures]]:
    """Return the images that can be read, and the features of dev and held-out ones. Raises: AceError for none."""
    dev, unread = look_at_part("dev", images.dev, images, hooks.looked_at)
    held_out, unread_too = look_at_part("held-out", images.held_out, images, hooks.looked_at)
    usable = replace(
        images,
        dev=tuple(one.sample for one in dev),
        held_out=tuple(one.sample for one in held_out),
        left_out=(*images.left_out, *unread, *unread_too),
    )
    return usable, dev, held_out


def look_at_part(
    part: str, samples: Sequence[CastingSample], images: ImageSet, looked_at: Callable[[str, int, int], None]
) -> tuple[tuple[ImageFeatures, ...], tuple[str, ...]]:
    """Return the features of the images of one part, and why others cannot be read.

    Raises: AceError when none can, or the detector finds nothing in any.
    """
    numbers = count(1)
    found, unread = all_features(samples, images.base, lambda: looked_at(part, next(numbers), len(samples)))
    if not any(one.candidates for one in found):
        why = unread[0] if not found else "the detector finds nothing in them; are they X-ray images of castings?"
        raise AceError(f"{images.about}: no {part} image can be used: {why}")
    return found, unread


def _arms_plan(plan: BenchPlan, images: ImageSet, guidance: Rule | None) -> ArmsPlan:
    return ArmsPlan(
        settings=plan.settings,
        controller=plan.controller,
        samples=images.held_out,
        base=images.base,
        images_key=images.key,
        guidance=guidance,
        seeds=plan.seeds,
        concurrency=plan.concurrency,
        folder=plan.folder,
        begun=plan.hooks.begun,
        progress=plan.hooks.progress,
    )


def _choose(front: Sequence[Scored], agent: Measured) -> Scored | None:
    from runtime.inspection.counts import pool

    return most_precise(front, recall_of(pool(agent.by_image.values())))


def _in_code(images: Sequence[ImageFeatures], counts: Sequence[ImageCounts]) -> Measured:
    by_image = {one.sample.id: each for one, each in zip(images, counts, strict=True)}
    return Measured(by_image, Cost(seconds=sum(one.seconds for one in images) / len(images)))


def _gate_row(rule: Rule | None, images: Sequence[ImageFeatures], measured: Mapping[str, Measured]) -> Row | None:
    return None if rule is None else make_row("gate", _in_code(images, gated_counts(rule, images)), measured)
