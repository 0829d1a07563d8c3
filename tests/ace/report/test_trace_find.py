"""Which episode is meant, and what is said when none or several are."""

import json

import pytest

from ace.errors import NotFoundError
from ace.report.trace_find import find_all, find_one, unread_lines
from ace.runs.run_record import events_path
from ace.session import Session
from tests.ace.conftest import SmallProposal, SmallRun
from tests.ace.report.tracing import edit_log


def test_by_id_by_start_and_by_sample(small_run: SmallRun) -> None:
    session, run = small_run
    header = run.episodes[3].header
    for name in (header.episode, header.episode[:9], header.sample):
        assert find_one(session, name).episode == run.episodes[3]
    assert find_one(session, header.episode, run.record.run[:10]).integrity == "intact"


def test_none_or_several_are_named(small_run: SmallRun) -> None:
    session, run = small_run
    total, where = len(run.episodes), run.record.run
    with pytest.raises(NotFoundError, match=f"begin with 'e-' are {total}: e-.*, {where}\\).* and {total - 5} more"):
        find_one(session, "e-")
    with pytest.raises(NotFoundError, match="no episode 'e-none' in 1 event log; `ace trace` lists the latest run's"):
        find_one(session, "e-none")
    with pytest.raises(NotFoundError, match=f"{where} is a run, not an episode: ace trace --run {where}"):
        find_one(session, where)
    with pytest.raises(NotFoundError, match="no run 'r-none'"):
        find_one(session, "e-none", "r-none")


def test_trial_arms_are_looked_in_too(small_proposal: SmallProposal) -> None:
    session, _, ran = small_proposal
    found = find_one(session, ran[0])
    assert found.path.parent == session.workspace.arms
    arm = found.path.stem
    assert found.episode in [one.episode for one in find_all(session, arm)]
    with pytest.raises(NotFoundError, match="0 trial arms begin with 'a-none'"):
        list(find_all(session, "a-none"))


def test_the_start_of_an_id_must_be_the_only_one_in_all_logs(copied_run: SmallRun) -> None:
    session, run = copied_run
    name = run.episodes[0].header.episode
    _log_again(session, "r-20991231-000000-0000", {name: f"{name[:8]}ffffff"})
    assert find_one(session, name).episode == run.episodes[0]
    with pytest.raises(NotFoundError, match=f"begin with '{name[:6]}' are 2: .*r-20991231-.*{run.record.run}"):
        find_one(session, name[:6])
    assert find_one(session, name[:6], run.record.run).episode == run.episodes[0]


def test_a_sample_or_a_case_means_the_try_that_counts(copied_run: SmallRun) -> None:
    session, run = copied_run
    header = run.episodes[0].header
    same_case = [one.header.sample for one in run.episodes if one.header.case == header.case]
    edit_log(session, lambda event: event | {"terminal": "awaiting_approval"}, "outcome", header.episode)
    assert find_one(session, header.sample).episode.header.episode == header.episode
    _log_again(session, run.record.run, {header.episode: "e-later"})
    edit_log(session, lambda event: event | {"terminal": "responded"}, "outcome", "e-later")
    assert find_one(session, header.sample).episode.header.episode == "e-later"
    assert find_one(session, header.episode).episode.header.episode == header.episode
    if len(set(same_case)) == 1:
        assert find_one(session, header.case).episode.header.episode == "e-later"
    else:
        with pytest.raises(NotFoundError, match=f"case '{header.case}' has these samples in r-.*{same_case[0]}"):
            find_one(session, header.case)


def test_a_case_with_one_sample_is_that_sample_and_with_more_names_them(small_run: SmallRun) -> None:
    session, run = small_run
    cases: dict[str, list[str]] = {}
    for one in run.episodes:
        cases.setdefault(one.header.case, []).append(one.header.sample)
    single = [case for case, samples in cases.items() if len(samples) == 1]
    several = [case for case, samples in cases.items() if len(samples) > 1]
    assert single or several
    for case in single[:1]:
        assert find_one(session, case).episode.header.sample == cases[case][0]
    for case in several[:1]:
        with pytest.raises(NotFoundError, match=f"{', '.join(cases[case])}; name one"):
            find_one(session, case)


def _log_again(session: Session, run: str, names: dict[str, str]) -> None:
    """Append episodes of the newest run to `run`'s log, each under another name."""
    old = events_path(session.workspace.run_folder("latest"))
    new = events_path(session.workspace.runs / run)
    lines = []
    for line in old.read_bytes().splitlines():
        event = json.loads(line)
        if event["episode"] in names:
            lines.append(json.dumps(event | {"episode": names[event["episode"]], "run": run}, separators=(",", ":")))
    new.parent.mkdir(exist_ok=True)
    with new.open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))


def test_all_of_a_run_in_order(small_run: SmallRun) -> None:
    session, run = small_run
    found = [one.episode.header.episode for one in find_all(session, "latest")]
    assert sorted(found) == sorted(episode.header.episode for episode in run.episodes)


def test_an_episode_whose_lines_are_damaged_is_not_just_missing(copied_run: SmallRun) -> None:
    session, run = copied_run
    assert unread_lines(session, "latest") == ()
    log = events_path(run.folder)
    first, rest = log.read_bytes().split(b"\n", 1)
    log.write_bytes(first[:40] + b"\n" + rest)
    gone = json.loads(first)["episode"]
    assert unread_lines(session, "latest")[0].startswith(f"{log}:1: not JSON")
    for where in ("", "latest"):
        with pytest.raises(NotFoundError, match=rf"no episode '{gone}' in .*; \d+ lines? cannot be read, the first"):
            find_one(session, gone, where)
