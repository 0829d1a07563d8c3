"""Putting an import in place: nobody else's file is touched, and one that is killed is made whole by the next."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ace.errors import AceError
from ace.sample_import.find_images import ImageFolder
from ace.sample_import.write_samples import PARTIAL, head_of, write_files


@dataclass(frozen=True)
class ImportTarget:
    """Where the files of the data set `name` go: `folder`, inside the repository `top`."""

    top: Path
    folder: Path
    name: str
    is_replacing: bool

    def check(self) -> None:
        """Return when `folder` may be written to. Raises: AceError when it lies outside, or holds an import."""
        inside = self.folder.resolve()
        if not inside.is_relative_to(self.top) or ".git" in inside.relative_to(self.top).parts:
            raise AceError(f"{self.folder}: leads to {inside}; --out must be a folder of files inside {self.top}")
        old = self.earlier()
        if old and not self.is_replacing:
            raise AceError(
                f"{self.folder}: already holds {len(old)} files of {self.name}; --replace writes them anew, also after "
                "an import that was interrupted"
            )

    def earlier(self) -> list[Path]:
        """Return the files that an earlier import of the data set wrote; what people wrote is not among them."""
        return [path for path in sorted(self.folder.glob(f"{self.name}-*.yaml")) if self._is_ours(path)]

    def put(self, files: Mapping[str, bytes], images: ImageFolder, names: list[str]) -> int:
        """Copy the images called `names` that lie outside, then write `files`, then remove what an earlier import has
        left over; return how many images were copied.

        Each file is written whole or not at all. Raises: AceError, before anything is written, when a file of somebody
        else's is in the way; AceError when the disk refuses.
        """
        self._check_free(files)
        images.check_free(names, self.is_replacing)
        try:
            copied = sum(images.fetch(name) for name in names)
            self._write(files)
        except OSError as exc:
            where = exc.filename2 or exc.filename or self.folder
            raise AceError(
                f"{where}: cannot be written ({exc.strerror}); make it writable or name another --out, then import "
                "again with --replace"
            ) from exc
        return copied

    def _check_free(self, files: Mapping[str, bytes]) -> None:
        for name in files:
            path = self.folder / name
            if (path.exists() or path.is_symlink()) and not self._is_ours(path):
                raise AceError(
                    f"{path}: is in the way and not of an import of {self.name}; move it, or name another --out"
                )

    def _is_ours(self, path: Path) -> bool:
        head = head_of(self.name).encode()
        # Opening a pipe would wait for a writer for ever; writing through a link would write elsewhere.
        if path.is_symlink() or not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(head)) == head

    def _write(self, files: Mapping[str, bytes]) -> None:
        write_files(self.folder, files)
        for path in self.earlier():
            if path.name not in files:
                path.unlink()
        for left in self.folder.glob(f".{self.name}-*{PARTIAL}"):
            left.unlink()
