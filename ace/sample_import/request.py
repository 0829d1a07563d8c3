"""What to import, from where, to where."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ImportRequest:
    """What to import. `top` is the repository, `out` a folder in it; `split` "" splits by image or paper."""

    name: str
    data: Path
    top: Path
    out: Path
    images: Path | None = None
    limit: int | None = None
    split: str = ""
    seed: int = 0
    is_replacing: bool = False

    @property
    def repository(self) -> Path:
        """The repository's top, links followed."""
        return self.top.resolve()

    @property
    def folder(self) -> Path:
        """The output folder, links followed."""
        return (self.top / self.out).resolve()
