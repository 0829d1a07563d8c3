"""`ace inspect`, the void inspector against thresholds in code, and `ace samples make-voids`, its images as files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import (
    F,
    GivenPath,
    environment,
    json_option,
    model_flags,
    model_options,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text, warn

if TYPE_CHECKING:
    from ace.inspection.image_set import ImageSet

MOST_IMAGES = 600
_PATH = GivenPath(path_type=Path)
_COUNT = click.IntRange(0, 100_000)


def _images(context: click.Context, parameter: click.Parameter, value: str) -> int | Path:
    """Return how many drawn images, or the folder. Raises: click.BadParameter for a number that is not 1 to 600."""
    if value == "":
        raise click.BadParameter("must not be empty", context, parameter)
    if not value.lstrip("+-").isdecimal():
        return Path(value)
    if not 1 <= int(value) <= MOST_IMAGES:
        wanted = f"give 1 to {MOST_IMAGES} drawn images, or a folder (./{value} if it is named so)"
        raise click.BadParameter(f"{value}: {wanted}", context, parameter)
    return int(value)


def _part_naming(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Return the value. Raises: click.BadParameter for one that tells no part."""
    from ace.inspection.group_images import part_naming

    try:
        part_naming(value)
    except ValueError as exc:
        raise click.BadParameter(str(exc), context, parameter) from exc
    return value


def _images_option(function: F) -> F:
    """Add --images, --masks and --group-by."""
    for option in (
        click.option(
            "--group-by",
            metavar="N|REGEX",
            default="",
            callback=_part_naming,
            help="Views of one part stay in one half: N first characters of the name, or a regex, tell the part.",
        ),
        click.option("--masks", type=_PATH, help="Folder of masks, if not `masks` in or beside the images' folder."),
        click.option(
            "--images",
            metavar="N|DIR",
            default=str(MOST_IMAGES),
            show_default=True,
            callback=_images,
            help="How many drawn images, or a folder of X-ray images with masks.",
        ),
    ):
        function = option(function)
    return function


@click.group("inspect")
def command() -> None:
    """Measure the inspector of X-ray castings: does it find voids better than three thresholds in code?

    \b
    Example:
      ace inspect bench --images 60
      ace inspect bands
    """


@command.command("bench", short_help="The detector, the agent in four ways, and thresholds, on the same images.")
@_images_option
@click.option(
    "--dev-images", type=click.IntRange(1, MOST_IMAGES), help="Drawn images that choose thresholds and guidance [600]."
)
@click.option("--seeds", type=click.IntRange(1, 20), default=2, show_default=True, help="Episodes an image and arm.")
@click.option("--concurrency", type=click.IntRange(1, 256), default=4, show_default=True, help="Episodes at once.")
@click.option("--out", type=_PATH, help="Keep episodes there; a run that was cut off goes on from them.")
@click.option("--plot", type=GivenPath(path_type=Path, dir_okay=False), help="Write precision over recall there, SVG.")
@model_options
@repo_option
@quiet_option
@json_option
def bench_command(
    images: int | Path,
    masks: Path | None,
    group_by: str,
    dev_images: int | None,
    seeds: int,
    concurrency: int,
    out: Path | None,
    plot: Path | None,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure the plain detector, the agent (alone, with guidance, with the report check, with both) and thresholds.

    Thresholds and guidance are chosen on dev images and reported on held-out ones. Without a model the controller is
    simulated, which exercises everything and proves nothing about a model. A folder is parted in two halves by a hash
    of the file names: one chooses, the other is reported. Equal files stay in one half, and views of one part do with
    --group-by.

    \b
    Example:
      ace inspect bench --images 60 --plot inspector.svg
      ace inspect bench --images 60 --base-url http://127.0.0.1:8091/v1 --model local --out inspector-run
      ace inspect bench --images xray/images --masks xray/masks --json
      ace inspect bench --images xray/images --group-by 5
    """
    import asyncio

    from ace.errors import NotFoundError
    from ace.inspection.bench import Hooks
    from ace.inspection.bench_text import bench_text
    from ace.inspection.run_bench import BenchRequest, run_bench
    from ace.inspection.told import Told
    from ace.report.progress import Progress

    if plot is not None and not plot.absolute().parent.is_dir():
        raise NotFoundError(f"{plot}: its folder does not exist; create it, or name another file")
    chosen = _image_set(images, masks, dev_images, group_by)
    progress, told = Progress(quiet), Told(quiet)
    request = BenchRequest(
        images=chosen,
        repo=repo,
        environ=environment(),
        flags=model_flags(controller, model, base_url),
        seeds=seeds,
        concurrency=concurrency,
        folder=out,
        hooks=Hooks(told.image, progress.begin, progress.episode),
        note=(lambda text: None) if quiet else warn,
    )
    result = asyncio.run(run_bench(request))
    progress.finish()
    if plot is not None:
        from ace.inspection.bench_plot import bench_svg

        plot.write_text(bench_svg(result), encoding="utf-8")
    print_json(result.to_json()) if as_json else print_text(bench_text(result))


@command.command("bands", short_help="How well each measure tells real candidates, band by band.")
@_images_option
@quiet_option
@json_option
def bands_command(images: int | Path, masks: Path | None, group_by: str, quiet: bool, as_json: bool) -> None:
    """Show the share of real candidates by band of contrast, area, aspect ratio and edge distance, on dev images.

    \b
    Example:
      ace inspect bands --images 200
      ace inspect bands --images xray/images --json
    """
    from dataclasses import replace

    from ace.inspection.bench import look_at_part
    from ace.inspection.bench_text import about_images
    from ace.inspection.data_figures import feature_bands
    from ace.inspection.told import Told
    from ace.report.bands_text import bands_text

    chosen = _image_set(images, masks, None if isinstance(images, Path) else images, group_by)
    dev, unread = look_at_part("dev", chosen.dev, chosen, Told(quiet).image)
    chosen = replace(chosen, dev=tuple(one.sample for one in dev), left_out=(*chosen.left_out, *unread))
    found = feature_bands(dev)
    if as_json:
        about = {name: value for name, value in chosen.to_json().items() if name not in ("about", "held_out_images")}
        print_json({**found.to_json(), "images": about})
    else:
        drawn = " drawn (simulated)" if chosen.is_drawn else ""
        print_text("".join(f"{line}\n" for line in about_images(chosen)))
        print_text(bands_text(found, (), 0, f"candidates in {len(dev)}{drawn} dev images"))


@click.command("make-voids", short_help="Draw X-ray castings with voids: images, masks, exact boxes.")
@click.option("--out", type=_PATH, required=True, help="New or empty folder, or one to go on with.")
@click.option("--train", type=_COUNT, default=600, show_default=True, help="Images to learn from.")
@click.option("--dev", type=_COUNT, default=600, show_default=True, help="Images to choose thresholds on.")
@click.option("--held-out", type=_COUNT, default=600, show_default=True, help="Images to report on.")
@click.option(
    "--seed-offset", type=click.IntRange(0, 98), default=0, show_default=True, help="Other images; no two share one."
)
@quiet_option
@json_option
def make_voids_command(
    out: Path, train: int, dev: int, held_out: int, seed_offset: int, quiet: bool, as_json: bool
) -> None:
    """Draw simulated X-ray images of castings into OUT/<split>/images, with masks beside them and boxes.jsonl.

    16-bit PNG of 256 x 256 pixels, 130 kB each; a mask is 255 in a void. With --seed-offset 0 they are the images that
    `ace inspect bench` draws itself. A run that was cut off goes on where it was. Other files are not written over.

    \b
    Example:
      ace samples make-voids --out voids --train 0 --dev 100 --held-out 100
      ace inspect bench --images voids/held-out/images
    """
    from ace.inspection.make_voids import MakeVoids, make_voids
    from ace.inspection.told import Told

    told = Told(quiet)
    done = make_voids(MakeVoids(out, {"train": train, "dev": dev, "held-out": held_out}, seed_offset, told.image))
    if as_json:
        print_json({"out": str(out), "splits": {split: one._asdict() for split, one in done.items()}})
        return
    for split, one in done.items():
        print_text(f"{out / split}: {one.images} images with {one.voids} voids, {one.written} of them drawn now\n")
    if not done:
        print_text("nothing asked for: every count is 0\n")


def _image_set(images: int | Path, masks: Path | None, dev: int | None, group_by: str) -> "ImageSet":
    from ace.inspection.image_set import drawn_castings, folder_images

    if isinstance(images, Path):
        if dev is not None:
            raise click.UsageError("--dev-images is for drawn images; of a folder half the images choose")
        return folder_images(images, masks, group_by)
    for name, given in (("--masks", masks is not None), ("--group-by", bool(group_by))):
        if given:
            raise click.UsageError(f"{name} goes with --images DIR; drawn images have their own truth and no views")
    return drawn_castings(images, dev or MOST_IMAGES)
