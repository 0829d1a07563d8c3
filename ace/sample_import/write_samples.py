"""Cases to sample files: one an image, at most sixty cases a file, as YAML that reads back unchanged."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ace.sample_import.row import QuestionRow, slug_of
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.rules.yaml_scalars import is_ambiguous

CASES_A_FILE = 60
# As ASCII JSON, which no YAML of the same case exceeds by much: half of what is read back.
BYTES_A_FILE = 256 * 1024
PARTIAL = ".partial"


class PlacedCase(NamedTuple):
    """A case, the row it comes from, and its image's reference ("" without one)."""

    case: JsonObject
    row: QuestionRow
    image: str


def head_of(name: str) -> str:
    """Return the first line of every file that an import of the data set `name` writes."""
    return f"# Imported by `ace samples import {name}`: change the data or the importer, not this file.\n"


def sample_files(name: str, cases: Iterable[PlacedCase], source: JsonObject) -> dict[str, bytes]:
    """Return the files of the data set `name`, by file name. `source` is the head's: reference and licence."""
    groups: dict[tuple[str, str, str], list[PlacedCase]] = defaultdict(list)
    for placed in cases:
        groups[placed.image, placed.row.modality, placed.row.organ].append(placed)
    files: dict[str, bytes] = {}
    for (image, modality, organ), members in sorted(groups.items()):
        members.sort(key=lambda placed: str(placed.case["id"]))
        for number, chunk in enumerate(_chunks(members), 1):
            head = {"schema": 1, "agent": "tutor", "image": image, "modality": modality, "organ": organ}
            value = {**{key: text for key, text in head.items() if text}, "source": [source]}
            value["cases"] = [placed.case for placed in chunk]
            stem = slug_of(chunk[0].row.image) if image else f"{slug_of(modality)}-{slug_of(organ) or 'none'}"
            files[_free(f"{name}-{stem}", number, files)] = (head_of(name) + yaml_text(value)).encode()
    return files


def _chunks(members: list[PlacedCase]) -> Iterator[list[PlacedCase]]:
    """Yield the cases file by file: none larger than what is read back."""
    chunk: list[PlacedCase] = []
    size = 0
    for placed in members:
        length = len(json.dumps(placed.case))
        if chunk and (len(chunk) == CASES_A_FILE or size + length > BYTES_A_FILE):
            yield chunk
            chunk, size = [], 0
        chunk.append(placed)
        size += length
    if chunk:
        yield chunk


def _free(stem: str, number: int, taken: Mapping[str, bytes]) -> str:
    name = f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml"
    return name if name not in taken else f"{stem}-{content_hash([stem, number, len(taken)], 6)}.yaml"


def yaml_text(value: JsonObject) -> str:
    """Return `value` as YAML with every text quoted that some reader could take for something else."""
    import yaml

    # The one in C is some ten times faster; a PyYAML built without it has the other.
    fast: type[yaml.SafeDumper] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

    class Dumper(fast):  # type: ignore[misc, valid-type]
        def ignore_aliases(self, data: object) -> bool:
            return True

    def quoted(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
        return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="'" if is_ambiguous(text) else None)

    Dumper.add_representer(str, quoted)
    return yaml.dump(value, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write `files` into `folder`, each whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        partial = folder / f".{name}{PARTIAL}"
        # One that was left behind may be a link by now.
        partial.unlink(missing_ok=True)
        partial.write_bytes(data)
        partial.replace(folder / name)
