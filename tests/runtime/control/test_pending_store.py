"""Pending calls on disk: whole or not at all, one question a call, one change at a time."""

import errno
import os
import threading
from pathlib import Path

import pytest

from runtime.contracts.errors import ControlError
from runtime.control.pending_call import PendingCall
from runtime.control.pending_store import PendingStore
from tests.runtime.control.test_pending_call import APPROVED, pending


def _other(key: str, asked: str = "t1") -> PendingCall:
    return pending().model_copy(update={"id": f"p-{key}", "key": key, "asked": asked})


def test_a_call_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    store = PendingStore(tmp_path / "calls")
    odd = pending().model_copy(update={"arguments": {"text": "\ud800 \u202e \x00", "n": 10**30}})
    assert store.add(odd) == odd
    assert PendingStore(tmp_path / "calls").get(odd.id) == odd


def test_asking_again_keeps_what_was_decided(tmp_path: Path) -> None:
    store = PendingStore(tmp_path)
    call = store.add(pending())
    decided = store.change(call.id, lambda now: now.model_copy(update={"decisions": (APPROVED,)}))
    assert store.add(pending()) == decided


def test_another_question_about_the_call_opens_it_again(tmp_path: Path) -> None:
    store = PendingStore(tmp_path)
    call = store.add(pending())
    store.change(call.id, lambda now: now.model_copy(update={"decisions": (APPROVED,)}))
    again = store.add(pending(doubt=call.key))
    assert (again.question, again.status, again.decisions) == ("did_it_act", "waiting", (APPROVED,))


def test_calls_are_listed_oldest_first_and_found_by_the_start_of_their_id(tmp_path: Path) -> None:
    store = PendingStore(tmp_path)
    for key, asked in (("bb1", "t3"), ("ba2", "t1"), ("c", "t2")):
        store.add(_other(key, asked))
    assert [call.id for call in store.all()] == ["p-ba2", "p-c", "p-bb1"]
    assert store.get("p-bb").id == "p-bb1"
    assert store.get("p-c").id == "p-c"


@pytest.mark.parametrize(
    ("name", "says"), [("p-b", "fits 2 calls: p-ba2, p-bb1"), ("p-x", "is no pending call"), ("", "is no pending call")]
)
def test_a_name_that_does_not_say_which_is_refused(tmp_path: Path, name: str, says: str) -> None:
    store = PendingStore(tmp_path)
    store.add(_other("bb1"))
    store.add(_other("ba2"))
    with pytest.raises(ControlError, match=says):
        store.get(name)


def test_an_id_is_no_path(tmp_path: Path) -> None:
    with pytest.raises(ControlError, match="is no pending call"):
        PendingStore(tmp_path).get("../../etc/passwd")


def test_a_change_that_raises_changes_nothing(tmp_path: Path) -> None:
    store = PendingStore(tmp_path)
    call = store.add(pending())

    def refuse(now: PendingCall) -> PendingCall:
        raise ControlError("no")

    with pytest.raises(ControlError, match="no"):
        store.change(call.id, refuse)
    assert store.get(call.id) == call


def test_changes_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    call = PendingStore(tmp_path).add(pending())

    def add() -> None:
        PendingStore(tmp_path).change(
            call.id, lambda now: now.model_copy(update={"decisions": (*now.decisions, APPROVED)})
        )

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(PendingStore(tmp_path).get(call.id).decisions) == 8


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    store = PendingStore(tmp_path)
    call = store.add(pending())
    path = tmp_path / "pending" / f"{call.id}.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ControlError, match=f"{call.id}.json: a pending call cannot be read"):
        store.all()


def test_files_are_the_owners_alone_and_nothing_is_left_over(tmp_path: Path) -> None:
    call = PendingStore(tmp_path).add(pending())
    (kept,) = (tmp_path / "pending").iterdir()
    assert kept.name == f"{call.id}.json"
    assert kept.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "calls").write_text("a file", encoding="utf-8")
    with pytest.raises(ControlError, match="pending calls cannot be kept"):
        PendingStore(tmp_path / "calls").add(pending())
    assert PendingStore(tmp_path / "none").all() == ()


def test_a_call_that_cannot_be_written_leaves_the_kept_one_and_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = PendingStore(tmp_path)
    call = store.add(pending())

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(ControlError, match="No space left on device"):
            store.change(call.id, lambda now: now.model_copy(update={"decisions": (APPROVED,)}))
    assert [path.name for path in (tmp_path / "pending").iterdir()] == [f"{call.id}.json"]
    assert store.get(call.id) == call
