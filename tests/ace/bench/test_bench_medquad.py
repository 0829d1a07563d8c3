"""`ace bench medquad` and what it measures, on a file of the same shape."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ace.bench.medquad import MedQuadResult, MedQuadRun, measure_medquad, medquad_text
from ace.errors import NotFoundError
from runtime.retrieval.build_index import say_nothing
from tests.conftest import Ran
from tests.runtime.retrieval.hash_embedder import HashEmbedder

WORDS = ("fever", "cough", "rash", "fatigue", "vertigo", "nausea", "tremor", "itching", "swelling", "cramps")


def _data(folder: Path) -> Path:
    rows = [
        {"q": f"What is {word}?", "a": f"This answer speaks of {word} and {word}osis alone.", "focus": word}
        for word in WORDS
    ]
    folder.mkdir(exist_ok=True)
    (folder / "m.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows * 2))
    return folder


def _measure(tmp_path: Path, **changes: object) -> MedQuadResult:
    values: dict[str, object] = {"data": _data(tmp_path / "data"), "index": tmp_path / "index", **changes}
    return measure_medquad(MedQuadRun(**values), say_nothing, HashEmbedder())  # type: ignore[arg-type]


def test_questions_that_share_words_with_their_answer_find_it(tmp_path: Path) -> None:
    result = _measure(tmp_path)
    assert (result.queries, result.subjects, result.passages) == (20, 10, 10)
    assert [row.name for row in result.rows] == ["bm25", "text", "fused", "fused, text twice", "shipped"]
    shipped = result.rows[-1]
    assert (shipped.hit_at_1, shipped.hit_at_1_interval, shipped.mrr) == (1.0, (1.0, 1.0), 1.0)
    assert set(result.gains) == {f"shipped - {row.name}" for row in result.rows[:-1]}


def test_rare_words_are_asked_of_each_passage(tmp_path: Path) -> None:
    result = _measure(tmp_path, ask="rare-words", is_without_headings=True)
    assert result.queries == 10
    assert result.rows[0].hit_at_1 == 1.0


def test_a_limit_spreads_over_the_file(tmp_path: Path) -> None:
    assert _measure(tmp_path, limit=5).queries == 5


def test_the_table_names_every_ranking(tmp_path: Path) -> None:
    text = medquad_text(_measure(tmp_path))
    assert text.startswith("20 questions on 10 subjects, 10 passages (answers under their subject)")
    assert "shipped - text: +0.000 (+0.000 to +0.000)" in text


def test_a_folder_without_questions_is_named(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text('{"text": "A text."}\n')
    with pytest.raises(NotFoundError, match="name MedQuAD's folder"):
        measure_medquad(MedQuadRun(tmp_path, tmp_path / "index"), say_nothing, HashEmbedder())


def test_the_command_needs_data(ace: Callable[..., Ran], tmp_path: Path) -> None:
    assert ace("bench", "medquad").code == 64
    ran = ace("bench", "medquad", "--data", str(tmp_path / "absent"))
    assert ran.code == 1
    assert "no such folder" in ran.err


@pytest.mark.outside_data
@pytest.mark.skipif(not os.environ.get("ACE_OUTSIDE_DATA"), reason="ACE_OUTSIDE_DATA names no folder")
def test_words_find_the_answers_of_real_questions(tmp_path: Path) -> None:
    data = Path(os.environ["ACE_OUTSIDE_DATA"]) / "medquad"
    result = measure_medquad(MedQuadRun(data, tmp_path / "index", limit=200), say_nothing, HashEmbedder())
    assert result.passages > 5000
    assert 0.3 < result.rows[0].hit_at_1 < 0.7
