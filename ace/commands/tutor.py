"""`ace tutor`."""

from pathlib import Path
from typing import get_args

import click

from ace.commands.options import (
    bundle_flags,
    bundle_options,
    environment,
    model_flags,
    model_options,
    not_empty,
    repo_option,
)
from runtime.contracts.condition_context import MODALITIES
from runtime.contracts.sample import Level


@click.command("tutor")
@click.argument("image", required=False, default="", callback=lambda c, p, v: not_empty(c, p, v) if v else "")
@click.option("--question", default="", help="What you want to work out about the image.")
@click.option("--option", "options", multiple=True, metavar='"A) TEXT"', help="A possible answer; give two or more.")
@click.option("--answer", default="", help="The right option's letter, or the answer in words. It is kept back.")
@click.option("--sample", default="", help="Be taught an authored case instead (a sample or case id).")
@click.option("--level", type=click.Choice(get_args(Level)), help="How you want to be taught; novice if left out.")
@click.option("--modality", type=click.Choice(MODALITIES), help="Kind of image, where the file does not say.")
@click.option("--turns", type=click.IntRange(1, 200), default=20, show_default=True, help="At most so many answers.")
@click.option("--transcript", type=click.Path(path_type=Path), help="Also write what was said to this new file.")
@click.option("--trace-folder", type=click.Path(path_type=Path), help="Keep the trace here instead of with the runs.")
@click.option("--json-lines", is_flag=True, help="Print one JSON object a line, for a program in between.")
@bundle_options
@model_options
@repo_option
def command(
    image: str,
    question: str,
    options: tuple[str, ...],
    answer: str,
    sample: str,
    level: Level | None,
    modality: str | None,
    turns: int,
    transcript: Path | None,
    trace_folder: Path | None,
    json_lines: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    bundle: Path | None,
    state: Path | None,
    repo: Path,
) -> int:
    """Be the student: work out IMAGE (a PNG, JPEG or DICOM file, or an image reference) with the tutor.

    Education, not medical advice. The session is kept as a trace, like any other episode, with the image as a PNG.

    With a person every gate acts. In `ace run` the two gates on the order of tools (local passages before the web,
    looking before naming) only observe, so that rules can be learned: `gates` in ace.yaml.

    \b
    Example:
      ace tutor knee.png --question "Which bone is cut?" --option "A) Tibia" --option "B) Femur" --answer B
      ace tutor --sample chest-xr.pattern --controller simulated
    """
    from ace.tutor.own_case import Asked
    from ace.tutor.place import open_place
    from ace.tutor.run_session import run_session
    from ace.tutor.screen import JsonScreen, Screen, TextScreen, Transcript

    flags = model_flags(controller, model, base_url) | bundle_flags(bundle, state)
    place = open_place(repo, environment(), flags, trace_folder)
    screen: Screen = JsonScreen() if json_lines else TextScreen()
    asked = Asked(image, question, options, answer, sample, level, modality or "")
    if transcript is None:
        return run_session(place, asked, screen, turns).code
    written = Transcript(screen, transcript)
    try:
        return run_session(place, asked, written, turns).code
    finally:
        written.close()
