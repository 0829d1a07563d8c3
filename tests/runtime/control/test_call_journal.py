"""The call journal: nothing begins twice, whoever asks, and nothing is taken for done that is not."""

import multiprocessing
from pathlib import Path

import pytest

from runtime.contracts.errors import ControlError
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.control.call_journal import JOURNAL, Begun, CallJournal

PLACE = '["r-1","s-1",0]'
CALL = ToolCall("call-1", "send", {"to": "a"}, "e-1:0:1")
CARD = ToolCard("call-1", "send", {"to": "a"}, "test.use", "e-1:0:1", True, "sent", data={"n": 1})


def _begin(journal: CallJournal, call: ToolCall = CALL, place: str = PLACE, is_write: bool = True) -> Begun:
    return journal.begin(call, place, "2026-01-01T00:00:00Z", is_write=is_write)


@pytest.fixture(params=["folder", "memory"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> CallJournal:
    """A journal in a folder, and one in this process only."""
    return CallJournal(tmp_path if request.param == "folder" else None)


def test_a_write_begins_once(journal: CallJournal) -> None:
    assert _begin(journal) == Begun(True)
    assert _begin(journal) == Begun(False, doubt="e-1:0:1")


def test_a_finished_call_gives_its_card_and_does_not_run_again(journal: CallJournal) -> None:
    _begin(journal)
    journal.end(CALL, PLACE, "now", "finished", CARD)
    assert _begin(journal) == Begun(False, card=CARD)
    entry = journal.latest("e-1:0:1")
    assert entry is not None
    assert (entry.state, len(entry.card_sha256)) == ("finished", 64)


@pytest.mark.parametrize(
    ("state", "key", "expected"),
    [
        ("started", "e-1:0:1", Begun(False, doubt="e-1:0:1")),
        ("started", "e-1:4:2", Begun(False, doubt="e-1:0:1")),
        ("started", "e-2:0:1", Begun(False, doubt="e-1:0:1")),
        ("unknown", "e-1:4:2", Begun(False, doubt="e-1:0:1")),
        ("unknown", "e-2:0:1", Begun(False, doubt="e-1:0:1")),
        ("finished", "e-1:4:2", Begun(True)),
        ("finished", "e-2:0:1", Begun(False, card=CARD)),
        ("failed", "e-1:0:1", Begun(False, card=CARD)),
        ("failed", "e-1:4:2", Begun(True)),
        ("failed", "e-2:0:1", Begun(True)),
        ("settled", "e-1:0:1", Begun(True)),
        ("settled", "e-2:0:1", Begun(True)),
    ],
)
def test_the_same_write_by_the_same_or_another_try(journal: CallJournal, state: str, key: str, expected: Begun) -> None:
    _begin(journal)
    if state != "started":
        kept = CARD if state in ("finished", "failed") else None
        journal.end(CALL, PLACE, "now", state, kept)  # type: ignore[arg-type]
    assert _begin(journal, ToolCall("call-9", "send", {"to": "a"}, key)) == expected


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (ToolCall("call-1", "send", {"to": "b"}, "e-2:0:1"), PLACE),
        (ToolCall("call-1", "post", {"to": "a"}, "e-2:0:1"), PLACE),
        (ToolCall("call-1", "send", {"to": "a"}, "e-2:0:1"), '["r-1","s-1",1]'),
        (ToolCall("call-1", "send", {"to": "a"}, "e-2:0:1"), '["r-2","s-1",0]'),
        (ToolCall("call-1", "send", {"to": "a"}, "e-2:0:1"), ""),
    ],
    ids=["arguments", "tool", "trial", "run", "outside a run"],
)
def test_another_write_is_another_matter(journal: CallJournal, call: ToolCall, place: str) -> None:
    _begin(journal)
    assert _begin(journal, call, place) == Begun(True)


def test_a_read_that_was_cut_off_may_run_again_and_a_finished_one_is_given_back(journal: CallJournal) -> None:
    assert _begin(journal, is_write=False).may_run
    assert _begin(journal, is_write=False).may_run
    journal.end(CALL, PLACE, "now", "finished", CARD)
    assert _begin(journal, is_write=False) == Begun(False, card=CARD)


@pytest.mark.parametrize("acted", [True, False])
def test_a_persons_word_settles_a_doubt(journal: CallJournal, acted: bool) -> None:
    _begin(journal)
    journal.settle("e-1:0:1", "now", CARD if acted else None)
    assert _begin(journal) == (Begun(False, card=CARD) if acted else Begun(True))


def test_what_was_never_begun_cannot_be_settled(journal: CallJournal) -> None:
    with pytest.raises(ControlError, match="no call 'e-9:0:1' to settle"):
        journal.settle("e-9:0:1", "now", None)


def test_a_journal_survives_its_process_and_is_shared(tmp_path: Path) -> None:
    one, other = CallJournal(tmp_path), CallJournal(tmp_path)
    assert _begin(one).may_run
    assert not _begin(other).may_run
    other.end(CALL, PLACE, "now", "finished", CARD)
    assert _begin(one).card == CARD
    assert _begin(CallJournal(tmp_path)).card == CARD


def test_a_torn_last_line_is_cut_and_the_journal_goes_on(tmp_path: Path) -> None:
    _begin(CallJournal(tmp_path))
    path = tmp_path / JOURNAL
    with path.open("ab") as file:
        file.write(b'{"at":"now","key":"e-1:0:2","sta')
    journal = CallJournal(tmp_path)
    assert journal.latest("e-1:0:2") is None
    assert _begin(journal, ToolCall("call-2", "send", {}, "e-1:0:2")).may_run
    assert [line[-1:] for line in path.read_bytes().splitlines()] == [b"}", b"}"]
    assert not _begin(CallJournal(tmp_path)).may_run


def test_a_damaged_journal_lets_nothing_run(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b'{"nothing": "known"}\n')
    with pytest.raises(ControlError, match="a line cannot be read"):
        _begin(CallJournal(tmp_path))


def test_a_folder_that_cannot_be_written_lets_nothing_run(tmp_path: Path) -> None:
    (tmp_path / "calls").write_text("a file", encoding="utf-8")
    with pytest.raises(ControlError, match="cannot be written"):
        _begin(CallJournal(tmp_path / "calls"))


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    _begin(CallJournal(tmp_path))
    assert (tmp_path / JOURNAL).stat().st_mode & 0o077 == 0


def _race(folder: Path, results: "multiprocessing.Queue[bool]") -> None:
    results.put(_begin(CallJournal(folder)).may_run)


def test_of_many_processes_one_begins(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[bool] = context.Queue()
    racers = [context.Process(target=_race, args=(tmp_path, results)) for _ in range(4)]
    for racer in racers:
        racer.start()
    won = [results.get(timeout=60) for _ in racers]
    for racer in racers:
        racer.join()
    assert sorted(won) == [False, False, False, True]
