"""The case's image as a file that the person can open beside the session."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ace.errors import AceError
from ace.tutor.place import Place
from ace.tutor.screen import IMAGE
from runtime.artifacts.store import FileArtifactStore
from runtime.contracts.errors import ImageError
from runtime.contracts.sample import TutorSample
from runtime.images.load_image import encode_png, load_image

IMAGE_FILE, RUN_FILE = "image.png", "run.json"


class CaseImage(NamedTuple):
    """`line` tells the person where the image is, or why it is not; both are empty where the case has none."""

    path: str
    line: str


def write_case_image(case: TutorSample, place: Place) -> CaseImage:
    """Write the image into the session's folder as PNG, as tools see it. Raises: AceError when it cannot be kept."""
    if not case.image:
        return CaseImage("", "")
    session = place.session
    try:
        image = load_image(
            case.image, base=session.workspace.repo, artifacts=FileArtifactStore(session.workspace.artifacts)
        )
        data = encode_png(image.pixels)
    except ImageError as exc:
        return CaseImage("", f"{IMAGE}cannot be shown ({exc})")
    path = (place.folder / IMAGE_FILE).absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as exc:
        raise AceError(f"{path}: cannot be written ({exc.strerror or exc}); name another --trace-folder") from exc
    return CaseImage(str(path), f"{IMAGE}{path} (open it beside this window)")


@contextmanager
def no_image_left(folder: Path) -> Iterator[None]:
    """Remove the image again where no session came of it."""
    try:
        yield
    finally:
        if not (folder / RUN_FILE).is_file():
            (folder / IMAGE_FILE).unlink(missing_ok=True)
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
