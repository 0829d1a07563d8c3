"""The list of a run's episodes."""

from ace.report.trace_list import list_json, list_text
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import found_in, hostile


def test_one_line_an_episode(small_run: SmallRun) -> None:
    found = found_in(small_run.session)
    lines = list_text(found).splitlines()
    assert lines[0].split() == ["episode", "sample", "end", "success", "steps"]
    assert [line.split()[0] for line in lines[1:]] == [one.episode.header.episode for one in found]
    episodes = list_json(found)["episodes"]
    assert isinstance(episodes, list)
    assert {one["record"] for one in episodes} == {"intact"}


def test_nothing_and_foreign_words(small_run: SmallRun) -> None:
    assert list_text([]) == "no episodes\n"
    assert "\x1b" not in list_text([hostile(found_in(small_run.session)[0])])
