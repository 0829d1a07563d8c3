"""Labelled reference pictures: the open images of sample files. A label is modality and organ, never an answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from runtime.images.image_refs import PHANTOM


class ReferenceImage(NamedTuple):
    """A picture by its reference, with what is known of it before any question is asked."""

    ref: str
    modality: str
    organ: str


def load_references(folders: Sequence[Path], agent: str = "tutor") -> tuple[ReferenceImage, ...]:
    """Return the real pictures that development samples name in `<folder>/<agent>/*.yaml`, sorted by reference.

    Left out: pictures only sealed or must-pass samples name, drawn phantoms (no scanner made them), and samples
    without a modality or organ. A file that cannot be read is left out too: loading samples reports it.
    """
    from runtime.samples.load_samples import load_samples

    found = load_samples(folders, frozenset({"dev"}), agent).samples
    return tuple(
        sorted(
            {
                ReferenceImage(sample.image, sample.modality, sample.organ)
                for sample in found
                if sample.image and not sample.image.startswith(PHANTOM) and sample.modality and sample.organ
            }
        )
    )
