"""No two imported episodes in one place of a run."""

from dataclasses import replace
from pathlib import Path

from ace.trace_import.distinct_samples import with_distinct_samples
from runtime.contracts.trace_event import Episode
from tests.ace.building import WEB, episode

A, B = Path("a.json"), Path("b.json")


def of(sample: str, trial: int = 0) -> Episode:
    """Return an episode of a sample and trial."""
    made = episode("e-1", WEB, sample=sample)
    return replace(made, header=replace(made.header, trial=trial, case=sample))


def places(*episodes: tuple[Path, Episode]) -> list[tuple[str, int]]:
    """Return samples and trials as they are told apart."""
    found = with_distinct_samples(episodes)
    assert all(one.header.case == one.header.sample for one in found)
    return [(one.header.sample, one.header.trial) for one in found]


def test_what_is_apart_stays_as_it_is() -> None:
    assert places((A, of("s", 0)), (A, of("s", 1)), (B, of("s", 2)), (B, of("t", 0))) == [
        ("s", 0),
        ("s", 1),
        ("s", 2),
        ("t", 0),
    ]


def test_further_trials_of_one_file_are_numbered_on() -> None:
    found = places((A, of("s", 0)), (A, of("s", 0)), (A, of("s", 1)), (A, of("s", 0)))
    assert found == [("s", 0), ("s", 1), ("s", 2), ("s", 3)]


def test_files_that_share_names_are_told_apart_in_all_they_hold() -> None:
    found = places((A, of("1")), (A, of("2")), (B, of("1")), (Path("c.json"), of("2", 1)))
    assert found == [("a.json:1", 0), ("a.json:2", 0), ("b.json:1", 0), ("2", 1)]


def test_files_of_one_name_are_told_apart_by_their_folder() -> None:
    assert places((Path("x/a.json"), of("1")), (Path("y/a.json"), of("1"))) == [("x/a.json:1", 0), ("y/a.json:1", 0)]


def test_many_equal_places_take_no_quadratic_time() -> None:
    found = places(*[(A, of("s"))] * 5000)
    assert found[-1] == ("s", 4999)
