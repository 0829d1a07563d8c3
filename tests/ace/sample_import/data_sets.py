"""Small made-up data sets in the shapes of VQA-RAD, SLAKE and PubMedQA."""

import json
from pathlib import Path

from ace.sample_import.import_samples import ImportReport, import_samples
from ace.sample_import.request import ImportRequest
from ace.sample_import.row import QuestionRow
from runtime.contracts.json_types import JsonObject


def vqa_row(number: int, **changes: object) -> JsonObject:
    """Return one row of VQA-RAD: an open question about the position on image `film<number>.jpg`."""
    row = {
        "qid": number,
        "image_name": f"film{number}.jpg",
        "image_organ": "CHEST",
        "image_case_url": f"https://example.org/case/{number}",
        "question": f"Where is finding {number}?",
        "question_type": "POS",
        "answer": PLACES[number % len(PLACES)],
        "answer_type": "OPEN",
        "qid_linked_id": f"link-{number}",
    }
    return {**row, **changes}


PLACES = ("Hilum", "Apex", "Diaphragm", "Sternum", "Clavicle", "Costophrenic angle")


def slake_row(number: int, **changes: object) -> JsonObject:
    """Return one row of SLAKE: which organ belongs to a system, answered by an organ."""
    row = {
        "qid": number,
        "img_name": f"xmlab{number}/source.jpg",
        "question": f"Which organ belongs to system {number}?",
        "answer": ("Lung", "Heart", "Kidney", "Bladder", "Spinal cord", "Larynx")[number % 6],
        "q_lang": "en",
        "location": "Chest_lung",
        "modality": "X-Ray",
        "answer_type": "OPEN",
        "base_type": "kvqa",
        "content_type": "KG",
        "triple": ["vhead", "belong to", "ktail"],
    }
    return {**row, **changes}


def pubmed_entry(**changes: object) -> JsonObject:
    """Return one entry of PubMedQA."""
    entry: JsonObject = {
        "QUESTION": "Does it help?",
        "CONTEXTS": ["Fifty people took part.", "It helped thirty."],
        "LONG_ANSWER": "It helped most.",
        "final_decision": "yes",
    }
    return {**entry, **changes}


def write_json(folder: Path, value: object, name: str = "data.json") -> Path:
    """Write `value` into the folder and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder


def with_images(folder: Path, *names: str) -> Path:
    """Put a one-pixel PNG under each name below `folder` and return it."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(PNG)
    return folder


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63600000000200"
    "0148afa4710000000049454e44ae426082"
)


def question(number: int = 1, **changes: object) -> QuestionRow:
    """Return a row as importers read it."""
    fields: dict[str, object] = {
        "place": f"data.json:{number}",
        "id": f"set.{number}",
        "group": f"film{number}.jpg",
        "question": f"Where is finding {number}?",
        "answer": PLACES[number % len(PLACES)],
        "kind": "position",
        "image": f"film{number}.jpg",
        "tags": ("set", "position", "open"),
        "reference": f"A set, question {number}",
        **changes,
    }
    return QuestionRow(**fields)  # type: ignore[arg-type]


def imported(top: Path, name: str, data: Path, **changes: object) -> ImportReport:
    """Import `data` into the folder samples/imported of `top`."""
    return import_samples(ImportRequest(name, data, top, Path("samples/imported"), **changes))  # type: ignore[arg-type]
