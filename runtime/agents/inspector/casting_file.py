"""The inspector's sample file as people write it: ranges of drawn castings, and folders of real images with masks."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from runtime.contracts.sample import Frozen, Split
from runtime.inspection.castings import MAX_NUMBER

MAX_COUNT = 100_000
FolderPath: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]


class CastingFile(Frozen):
    """The file's head. Entries stay raw, so that one bad entry does not take the others with it."""

    schema_: Literal[1] = Field(alias="schema")
    agent: str = Field(min_length=1, max_length=40)
    castings: tuple[object, ...] = ()
    images: tuple[object, ...] = ()


class CastingRange(Frozen):
    """Drawn castings `first` to `first + count - 1`. Nothing is drawn before an image is asked for."""

    split: Split
    first: int = Field(ge=0, le=MAX_NUMBER, strict=True)
    count: int = Field(ge=1, le=MAX_COUNT, strict=True)
    tags: tuple[str, ...] = ()


class ImageFolder(Frozen):
    """Every image in `folder`, with its mask, non-zero where a void is: plate7.tif with plate7_mask.png or plate7.png.

    Both are paths in the repository; `masks` is `folder` itself when left out. An image without a void has a mask that
    is black everywhere.
    """

    folder: FolderPath
    masks: FolderPath | None = None
    split: Split
    tags: tuple[str, ...] = ()
