"""From a command line to the table: settings, controller, and the measurement."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.config.load import load_config
from ace.inspection.bench import BenchPlan, Hooks, InspectionBench, measure_inspection
from ace.inspection.image_set import ImageSet
from runtime.models.settings import ControllerSettings

# A small machine takes its time over a prompt; a measurement must not depend on that.
PATIENCE_S = 600.0


@dataclass(frozen=True)
class BenchRequest:
    """What was asked for. The controller is that of the flags, the environment or ace.yaml in `repo`."""

    images: ImageSet
    repo: Path
    environ: Mapping[str, str]
    flags: Mapping[str, object]
    seeds: int
    concurrency: int
    folder: Path | None
    hooks: Hooks
    note: Callable[[str], None]


async def run_bench(request: BenchRequest) -> InspectionBench:
    """Return the measurement; without any configured controller a simulated one plays the agent.

    Raises: ConfigError, ModelError when the controller cannot be had, and as `measure_inspection`.
    """
    from runtime.models.closing import close_controller
    from runtime.models.reachable import check_reachable
    from runtime.models.registry import build_controller

    settings = controller_settings(request)
    await check_reachable(settings)
    controller = build_controller(settings, request.environ)
    if request.folder is None and not controller.info.simulated:
        request.note("nothing is kept without --out: a run that is cut off would begin anew")
    plan = BenchPlan(
        images=request.images,
        settings=settings,
        controller=controller,
        seeds=request.seeds,
        concurrency=request.concurrency,
        folder=request.folder,
        hooks=request.hooks,
    )
    try:
        return await measure_inspection(plan)
    finally:
        await close_controller(controller)


def controller_settings(request: BenchRequest) -> ControllerSettings:
    """Return the configured controller's settings, given time to answer, or a simulated one's. Raises: ConfigError."""
    found = load_config(request.repo, request.environ, request.flags).settings.controller
    if found is None:
        return ControllerSettings(kind="simulated")
    return found.model_copy(update={"timeout_s": max(found.timeout_s, PATIENCE_S)})
