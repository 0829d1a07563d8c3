"""From what a person asks on the command line to a case the tutor can teach."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from ace.errors import AceError, NotFoundError
from ace.paths import expanded
from runtime.contracts.condition_context import MODALITIES
from runtime.contracts.errors import ImageError
from runtime.contracts.ports import ArtifactStore
from runtime.contracts.sample import Level, Sample, StudentProfile, TutorSample
from runtime.images.image_refs import image_problem
from runtime.images.load_image import load_image, sniff

OWN = "tutor.own"
# A person's belief is heard from them; nothing is put into their mouth.
NO_BELIEF = "..."
MAX_QUESTION, MAX_OPTION, MAX_OPTIONS = 1000, 300, 8
MAX_NAME = 80
MAX_FILE_BYTES = 256 * 1024 * 1024
_LETTERED = re.compile(r"\s*\(?([A-Z])[).:]\s*(.+)", re.DOTALL)
_MODALITIES = {"CR": "XR", "DX": "XR", "RF": "XR", "XA": "XR", "MG": "XR", "PT": "NM", "OP": "FP", "SM": "HI"}
_MEDIA = {"DICOM": "application/dicom", "PNG": "image/png", "JPEG": "image/jpeg"}


@dataclass(frozen=True)
class Asked:
    """What the command line says. `image` is a path or any image reference; `sample` names an authored case instead."""

    image: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    answer: str = ""
    sample: str = ""
    level: Level | None = None
    modality: str = ""


def authored_case(asked: Asked, samples: Sequence[Sample]) -> TutorSample:
    """Return the sample `asked` names (by id, or by case and level), at the level asked for.

    Raises: NotFoundError for an unknown name, AceError when an image, question or options are given as well.
    """
    if asked.image or asked.question or asked.options or asked.answer:
        raise AceError("--sample brings its own image, question and options; leave those out")
    found = [sample for sample in samples if asked.sample in {sample.id, sample.case}]
    tutor = [sample for sample in found if isinstance(sample, TutorSample)]
    if not tutor:
        name = asked.sample[:MAX_NAME]
        known = sorted({sample.case for sample in samples})
        case = name.split("~")[0].strip()
        near = [other for other in known if case and case in other][:3] or get_close_matches(case, known)
        hint = f"; near it: {', '.join(near)}" if near else "; samples/tutor holds them, `ace run --json` lists some"
        raise NotFoundError(f"no sample or case {name!r}{hint}")
    exact = next((sample for sample in tutor if sample.id == asked.sample), None)
    level = asked.level or (exact.student.level if exact else "novice")
    chosen = next((sample for sample in tutor if sample.student.level == level), tutor[0])
    return chosen.model_copy(update={"student": chosen.student.model_copy(update={"level": level})})


def own_case(asked: Asked, base: Path, artifacts: ArtifactStore) -> TutorSample:
    """Return the person's own case; a file is kept in `artifacts`, so that the trace can be read later.

    Raises: AceError when question, options and answer do not fit together; ImageError when the image cannot be read.
    """
    question = " ".join(asked.question.split())
    if not question:
        raise AceError("what is to be learned? Give --question, or --sample ID for an authored case")
    if len(question) > MAX_QUESTION:
        raise AceError(f"--question: {len(question)} characters, more than {MAX_QUESTION}; make it shorter")
    options = read_options(asked.options)
    answer = read_answer(asked.answer, options)
    image, modality = ("", "") if not asked.image else find_image(asked.image, base, artifacts)
    return TutorSample(
        id=f"{OWN}~{asked.level or 'novice'}",
        case=OWN,
        agent="tutor",
        split="dev",
        image=image,
        modality=asked.modality or modality,
        question=question,
        options=options,
        answer=answer,
        student=StudentProfile(level=asked.level or "novice", belief=NO_BELIEF, choice="?"),
    )


def read_options(given: Sequence[str]) -> dict[str, str]:
    """Return letter -> text of "A) text", "A: text" or bare texts, which get letters in order. Raises: AceError."""
    options: dict[str, str] = {}
    for index, text in enumerate(given):
        match = _LETTERED.fullmatch(text)
        letter, words = (match.group(1), match.group(2)) if match else (chr(ord("A") + index), text)
        words = " ".join(words.split())
        if not words or len(words) > MAX_OPTION:
            raise AceError(f"--option {text[:40]!r}: needs a text of at most {MAX_OPTION} characters, as in 'A) Fat'")
        if letter in options or words.casefold() in {other.casefold() for other in options.values()}:
            raise AceError(f"--option {text[:40]!r}: its letter or text is used twice; change one")
        options[letter] = words
    if len(options) == 1 or len(options) > MAX_OPTIONS:
        raise AceError(f"--option: {len(options)} given; a question has none, or 2 to {MAX_OPTIONS}")
    return options


def read_answer(given: str, options: dict[str, str]) -> str:
    """Return the answer's letter, or its words where there are no options; empty when not given. Raises: AceError."""
    text = " ".join(given.split())
    if not text or not options:
        return text
    if text.upper() in options:
        return text.upper()
    letters = [letter for letter, option in options.items() if option.casefold() == text.casefold()]
    if not letters:
        raise AceError(f"--answer {text[:40]!r}: is none of the options; use one of {', '.join(options)}")
    return letters[0]


def find_image(name: str, base: Path, artifacts: ArtifactStore) -> tuple[str, str]:
    """Return the reference of the image and its modality, where the image says one. Raises: ImageError."""
    path = expanded(Path(name), "image")
    ref = name
    if path.exists() or _looks_like_path(name):
        data = _read(path, name)
        ref = artifacts.put(data, _MEDIA.get(sniff(data), "application/octet-stream"))
    else:
        problem = image_problem(name, base)
        if problem:
            raise ImageError(problem)
    try:
        image = load_image(ref, base=base, artifacts=artifacts)
    except ImageError as exc:
        raise ImageError(str(exc).replace(ref, name)) from exc
    code = _MODALITIES.get(image.modality, image.modality)
    return ref, code if code in MODALITIES else ""


def _looks_like_path(name: str) -> bool:
    return name.startswith(("/", ".", "~")) or re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", name) is None


def _read(path: Path, name: str) -> bytes:
    try:
        if not path.is_file():
            what = "is no regular file" if path.exists() else "no such file"
            raise ImageError(f"image {name!r}: {what}; name a PNG, JPEG or DICOM file")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ImageError(f"image {name!r}: larger than {MAX_FILE_BYTES} bytes; crop or compress it")
        data = path.read_bytes()
    except OSError as exc:
        raise ImageError(f"image {name!r}: cannot be read ({exc.strerror or exc}); check its permissions") from exc
    if not data:
        raise ImageError(f"image {name!r}: zero bytes; restore the file from where it came from")
    return data
