from dataclasses import replace
from pathlib import Path

import pytest

from ace.report.retrieve_run import index_report, reporter, run_search
from ace.report.retrieve_source import Source
from runtime.contracts.errors import ImageError
from runtime.retrieval.settings import RetrievalSettings


def _source(folder: Path, lines: str) -> Source:
    (folder / "a.jsonl").write_text(lines)
    return Source((folder,), RetrievalSettings(kind="bm25"), folder, ())


def test_a_search_is_timed(tmp_path: Path) -> None:
    searched = run_search(_source(tmp_path, '{"text": "A zebra has stripes."}\n'), "zebra", 3, "", True)
    assert searched.found.hits[0].hit.text == "A zebra has stripes."
    assert 0 < searched.seconds < 10


def test_an_image_that_takes_no_part_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = replace(_source(tmp_path, '{"text": "A zebra has stripes."}\n'), models=tmp_path / "none")
    searched = run_search(source, "zebra", 3, "phantom:line-pairs", False)
    assert searched.found.hits[0].ranks == {"bm25": 1}
    assert "make models" in capsys.readouterr().err


def test_an_image_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match=r"absent\.png"):
        run_search(_source(tmp_path, '{"text": "A zebra has stripes."}\n'), "zebra", 3, "absent.png", True)


def test_only_the_first_unusable_lines_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = _source(tmp_path, '{"text": "Good."}\n' + "{\n" * 8)
    value, text = index_report(source, False)
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 6
    assert told[-1] == "not used: 3 more lines or files; `ace retrieve --build --json` lists them all"
    unusable = value["unusable"]
    assert isinstance(unusable, list)
    assert len(unusable) == 8
    assert "8 lines or files not used" in text


def test_progress_is_silent_at_first_then_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr("ace.report.retrieve_run.time.monotonic", lambda: now[0])
    report = reporter(is_quiet=False)
    for second in range(6):
        now[0] = float(second)
        report("embedding", second, 6)
    report("measuring", 0, 0)
    assert capsys.readouterr().err.splitlines() == ["embedding: 2 of 6", "embedding: 4 of 6", "measuring"]


def test_quiet_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    reporter(is_quiet=True)("measuring", 0, 0)
    assert capsys.readouterr().err == ""
