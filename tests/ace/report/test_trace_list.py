"""The list of a run's episodes."""

from dataclasses import replace

from ace.report.trace_list import list_json, list_text
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import found_in, hostile


def test_one_line_an_episode(small_run: SmallRun) -> None:
    found = found_in(small_run.session)
    lines = list_text(found).splitlines()
    assert lines[0].startswith(f"run {small_run.run.record.run}, simulated/")
    assert lines[0].endswith(f" (simulated), {len(found)} episodes")
    assert lines[1].split() == ["episode", "sample", "end", "success", "steps"]
    assert [line.split()[0] for line in lines[2:]] == [one.episode.header.episode for one in found]
    episodes = list_json(found)["episodes"]
    assert isinstance(episodes, list)
    assert {one["record"] for one in episodes} == {"intact"}


def test_an_episode_that_another_replaced_says_so(small_run: SmallRun) -> None:
    one, other = found_in(small_run.session)[:2]
    assert one.episode.outcome is not None
    waited = replace(
        one.episode,
        header=replace(one.episode.header, episode="e-dead"),
        outcome=replace(one.episode.outcome, terminal="awaiting_approval"),
    )
    found = [one._replace(episode=waited), one, other]
    lines = list_text(found).splitlines()
    name = one.episode.header.episode
    assert lines[0].endswith("2 episodes, and 1 that others replaced")
    assert f"awaiting_approval, replaced by {name}" in lines[2]
    assert not any("replaced by" in line for line in lines[3:])
    episodes = list_json(found)["episodes"]
    assert isinstance(episodes, list)
    assert [one["replaced_by"] for one in episodes] == [name, "", ""]


def test_nothing_and_foreign_words(small_run: SmallRun) -> None:
    assert list_text([]) == "no episodes\n"
    assert "\x1b" not in list_text([hostile(found_in(small_run.session)[0])])


def test_lines_that_could_not_be_read_are_said() -> None:
    unread = [f"log:{number}: not JSON: \x1b" for number in range(1, 8)]
    assert list_json([], unread) == {"run": "", "unread": unread, "episodes": []}
    lines = list_text([], unread).splitlines()
    assert lines[:2] == ["no episodes", "not read: log:1: not JSON: \\x1b"]
    assert (len(lines), lines[-1]) == (7, "and 2 more lines")
