"""What an image is once it has been read, and which packages reading one needs."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.tool_call import Readiness
from runtime.images.image_refs import EXTRA

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Image:
    """One image, ready to look at.

    Shapes: pixels is uint8, height x width (grey) or height x width x 3 (RGB), read-only.
    Units: spacing_mm is millimetres between (rows, columns), None when the file does not say.
    `frames` counts those in the file; `frame` is the one in `pixels`, from 1. `modality` is
    DICOM's (CT, MR, US ...), else "".
    `note` says what was done to make it viewable, and what the file's reader warned of.
    """

    pixels: "Pixels"
    modality: str = ""
    spacing_mm: tuple[float, float] | None = None
    frames: int = 1
    note: str = ""
    frame: int = 1

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.pixels.shape[1])


def missing_image_packages(*modules: str) -> str:
    """Return which of the import names are not installed and what brings them, or an empty string."""

    absent = [name for name in modules if find_spec(name) is None]
    return f"missing package {', '.join(absent)}; install {EXTRA}" if absent else ""


def image_readiness(*modules: str) -> Readiness:
    """Return ready, or missing with the packages to install."""
    missing = missing_image_packages(*modules)
    return Readiness("missing", missing) if missing else Readiness("ready", "")
