"""Data sets that can be imported: one line each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.sample_import.pubmedqa import read_pubmedqa
from ace.sample_import.row import QuestionRow, ReadRows
from ace.sample_import.slake import needs_image, read_slake
from ace.sample_import.vqa_rad import read_vqa_rad


@dataclass(frozen=True)
class DataSource:
    """One data set. `image_folders` are where its images usually lie; `needs_image` says which rows ask about one."""

    read: Callable[[Path], ReadRows]
    reference: str
    licence: str
    needs_image: Callable[[QuestionRow], bool]
    image_folders: tuple[str, ...] = ()


def _always(row: QuestionRow) -> bool:
    return True


def _never(row: QuestionRow) -> bool:
    return False


SOURCES: Mapping[str, DataSource] = {
    "vqa-rad": DataSource(
        read=read_vqa_rad,
        reference="Lau JJ, Gayen S, Ben Abacha A, Demner-Fushman D. Sci Data 2018;5:180251 (VQA-RAD)",
        licence="CC0 1.0 for questions and answers; the images are their publishers'",
        needs_image=_always,
        image_folders=("images", "VQA_RAD Image Folder"),
    ),
    "slake": DataSource(
        read=read_slake,
        reference="Liu B, Zhan LM, Xu L, et al. SLAKE, IEEE ISBI 2021",
        licence="CC BY 4.0",
        needs_image=needs_image,
        image_folders=("imgs", "images"),
    ),
    "pubmedqa": DataSource(
        read=read_pubmedqa,
        reference="Jin Q, Dhingra B, Liu Z, Cohen W, Lu X. PubMedQA, EMNLP 2019",
        licence="MIT",
        needs_image=_never,
    ),
}
