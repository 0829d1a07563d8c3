"""The runs on disk."""

from ace.retention.recorded_runs import recorded_runs, size_of
from tests.ace.conftest import SmallRun


def test_each_run_is_weighed_newest_first(copied_run: SmallRun) -> None:
    workspace = copied_run.session.workspace
    for name in ("r-tutor-20200101-120000-0000", "r-import-20300101-000000-0000", "r-odd"):
        (workspace.runs / name).mkdir()
    found = {run.name: run for run in recorded_runs(workspace)}
    own = found[copied_run.run.record.run]
    assert (own.kind, own.episodes, own.simulated) == ("run", len(copied_run.run.episodes), True)
    assert own.size == size_of(copied_run.run.folder) > 0
    assert own.created.strftime("r-%Y%m%d-%H%M%S") == own.name[:17]
    assert found["r-tutor-20200101-120000-0000"].kind == "session"
    assert found["r-import-20300101-000000-0000"].kind == "import"
    assert found["r-odd"].episodes == 0
    made = [run.created for run in recorded_runs(workspace)]
    assert made == sorted(made, reverse=True)


def test_a_record_that_cannot_be_read_is_weighed_all_the_same(copied_run: SmallRun) -> None:
    (copied_run.run.folder / "run.json").write_text("{", encoding="utf-8")
    (run,) = recorded_runs(copied_run.session.workspace)
    assert (run.controller, run.size > 0) == ("", True)
