"""A bundle as a file: a ZIP archive that the same files always make byte for byte, and reading it without trust.

Members are stored, not compressed: no bytes depend on a compressor's version, and nothing can unfold to more than the
file itself. An archive is read, then made again from what was read: a byte that differs (a second entry of a name, a
link, a time, something before or behind the members) refuses it.
"""

import io
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence

from runtime.contracts.errors import RuleError

MAX_BUNDLE_BYTES = 64 * 1024 * 1024
MAX_MEMBER_BYTES = 4 * 1024 * 1024
MAX_MEMBERS = 20_000
_MAX_PATH_BYTES = 400
_REGULAR_FILE = 0o100644 << 16
_UNIX = 3
# The earliest a ZIP archive can say: when it was made would make two of the same commit differ.
_TIME = (1980, 1, 1, 0, 0, 0)
_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{name}{digit}" for name in ("com", "lpt") for digit in "123456789")}
)


class BundleError(RuleError):
    """A bundle cannot be read, or is not what it says. str() has one line a problem."""


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of `files` (plain relative path -> content); equal files give equal bytes.

    Raises: BundleError for a path that `unpack` would refuse, or more than it would take.
    """
    problems = list(_problems([(path, len(data)) for path, data in files.items()]))
    if problems:
        raise BundleError("\n".join(problems))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            info = zipfile.ZipInfo(path, _TIME)
            info.create_system, info.external_attr = _UNIX, _REGULAR_FILE
            archive.writestr(info, files[path])
    if made.tell() > MAX_BUNDLE_BYTES:
        raise BundleError(f"the bundle would have {made.tell()} bytes; the most is {MAX_BUNDLE_BYTES}")
    return made.getvalue()


def unpack(data: bytes, where: str) -> dict[str, bytes]:
    """Return the files in an archive by path, sorted; `where` names it in errors. Nothing is written to disk.

    Raises: BundleError naming every path that could leave a folder, stands twice or is no plain file, what is too
    large, and any byte that `pack` would not have written.
    """
    if len(data) > MAX_BUNDLE_BYTES:
        raise BundleError(f"{where}: at least {len(data)} bytes; a bundle has at most {MAX_BUNDLE_BYTES}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
            problems = [*_problems([(info.filename, info.file_size) for info in infos])]
            problems += [
                f"{info.filename!r} is compressed, encrypted or no plain file; `ace bundle` stores files as they are"
                for info in infos
                if not _is_plain(info)
            ]
            if problems:
                raise BundleError("\n".join(f"{where}: {problem}" for problem in problems))
            files = {info.filename: archive.read(info) for info in infos}
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError) as exc:
        raise BundleError(f"{where}: is no bundle, or a damaged one ({exc}); make it again with `ace bundle`") from exc
    if pack(files) != data:
        raise BundleError(
            f"{where}: holds bytes beside its {len(files)} files, or was packed by another program; make it again with "
            "`ace bundle`"
        )
    return dict(sorted(files.items()))


def _is_plain(info: zipfile.ZipInfo) -> bool:
    is_stored = info.compress_type == zipfile.ZIP_STORED and info.compress_size == info.file_size
    return is_stored and info.external_attr == _REGULAR_FILE and not info.flag_bits & 1


def _problems(members: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yield what is wrong with the names and sizes (bytes) of members."""
    if len(members) > MAX_MEMBERS:
        yield f"{len(members)} files; a bundle has at most {MAX_MEMBERS}"
        return
    # Entries may claim the same bytes again and again: what they add up to is counted before any is read.
    if (total := sum(size for _, size in members)) > MAX_BUNDLE_BYTES:
        yield f"the files have {total} bytes together; a bundle has at most {MAX_BUNDLE_BYTES}"
    seen: dict[str, str] = {}
    for name, size in members:
        # Windows and macOS take names that differ in case or composition for one file.
        plain = unicodedata.normalize("NFC", name).casefold()
        if reason := _path_problem(name):
            yield f"path {name[:200]!r} {reason}"
        elif plain in seen:
            first = seen[plain]
            yield f"path {name!r} stands twice" if first == name else f"paths {first!r} and {name!r} are one file"
        seen.setdefault(plain, name)
        if size > MAX_MEMBER_BYTES:
            yield f"{name[:200]!r} has {size} bytes; a file in a bundle has at most {MAX_MEMBER_BYTES}"


def _path_problem(path: str) -> str:
    """Return why a member's path is refused, empty for a plain relative one."""
    if not path or path.endswith("/"):
        return "is a folder; a bundle holds files only"
    if path.startswith("/") or path[1:2] == ":" or "\\" in path:
        return "is absolute or holds a backslash"
    if any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} for char in path):
        return "holds a character that cannot be seen"
    if len(path.encode("utf-8")) > _MAX_PATH_BYTES:
        return f"is longer than {_MAX_PATH_BYTES} bytes"
    for part in path.split("/"):
        if part in {"", ".", ".."} or part != part.rstrip(". ") or part.startswith("-"):
            return "has an empty, '.', '..' or otherwise unsafe part"
        if part.split(".")[0].casefold() in _DEVICES or part.casefold().startswith((".git", "git~")):
            return "has a part that a system or git reads in its own way"
    return ""
