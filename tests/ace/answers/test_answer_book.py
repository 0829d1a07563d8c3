"""Answers kept on disk."""

import os
import stat
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.answers.answer_book import AnswerBook, request_key
from runtime.contracts.errors import TraceError
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest

SAID = ModelReply("é\u202e{}\ud800", "length", 100, 10, 5, 0.25, 1.5)


def asked(text: str = "hello", **changes: object) -> ModelRequest:
    """Return a request."""
    values: dict[str, object] = {"messages": (ChatMessage("user", text),), "schema": {"type": "object"}, "seed": 1}
    return ModelRequest(**{**values, **changes})  # type: ignore[arg-type]


def test_an_answer_comes_back_as_it_was(tmp_path: Path) -> None:
    book = AnswerBook(tmp_path / "run" / "book.jsonl")
    assert book.next("a") is None
    book.keep("a", SAID)
    again = AnswerBook(tmp_path / "run" / "book.jsonl")
    assert again.next("a") == SAID
    assert again.next("a") is None, "it was asked once"
    assert again.next("b") is None


def test_what_is_kept_now_is_not_given_to_the_next_asking(tmp_path: Path) -> None:
    book = AnswerBook(tmp_path / "book.jsonl")
    assert book.next("a") is None
    book.keep("a", SAID)
    assert book.next("a") is None


@given(st.lists(st.sampled_from("abc"), max_size=12), st.integers(0, 12))
def test_after_a_kill_the_same_requests_get_the_same_answers_in_order(
    tmp_path_factory: pytest.TempPathFactory, keys: list[str], killed_after: int
) -> None:
    path = tmp_path_factory.mktemp("book") / "book.jsonl"

    def play(number: int) -> tuple[list[str], int]:
        book, got, paid = AnswerBook(path), [], 0
        for place, key in enumerate(keys[:number]):
            reply = book.next(key)
            if reply is None:
                paid += 1
                reply = ModelReply(f"{key}{place}")
                book.keep(key, reply)
            got.append(reply.text)
        book.close()
        return got, paid

    before, first = play(min(killed_after, len(keys)))
    after, second = play(len(keys))
    assert after[: len(before)] == before
    assert after == [f"{key}{place}" for place, key in enumerate(keys)]
    assert first + second == len(keys), "nothing is paid for twice"


@pytest.mark.parametrize("torn", [b"[", b'["a", ["x"', b"\xff"], ids=["a bracket", "half a line", "rubbish"])
def test_an_answer_that_was_cut_off_was_never_given(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "book.jsonl"
    book = AnswerBook(path)
    book.keep("a", SAID)
    path.write_bytes(path.read_bytes() + torn)
    again = AnswerBook(path)
    assert again.next("a") == SAID
    again.keep("b", SAID)
    assert AnswerBook(path).next("b") == SAID


def test_torn_from_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    path.write_bytes(b'["a"')
    AnswerBook(path).keep("a", SAID)
    assert AnswerBook(path).next("a") == SAID


def test_a_damaged_line_names_the_file_and_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    path.write_bytes(b"{}\n")
    with pytest.raises(TraceError, match=r"book\.jsonl:1: a kept answer is damaged; remove the file"):
        AnswerBook(path)


def test_a_full_disk_leaves_no_half_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = AnswerBook(tmp_path / "book.jsonl")
    book.keep("a", SAID)
    before = book.path.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TraceError, match=r"could not be kept .*make room"):
        book.keep("b", SAID)
    assert book.path.read_bytes() == before


def test_a_book_is_its_owners_alone_and_takes_its_folder_with_it(tmp_path: Path) -> None:
    book = AnswerBook(tmp_path / "run" / "book.jsonl")
    book.keep("a", SAID)
    assert stat.S_IMODE(book.path.stat().st_mode) == 0o600
    book.forget()
    assert list(tmp_path.iterdir()) == []
    AnswerBook(tmp_path / "run" / "book.jsonl").forget()


CHANGES: dict[str, tuple[ModelRequest, str]] = {
    "the same": (asked(), "m"),
    "another model": (asked(), "n"),
    "other words": (asked("Hello"), "m"),
    "another seed": (asked(seed=2), "m"),
    "another schema": (asked(schema={}), "m"),
    "another length": (asked(max_tokens=5), "m"),
    "another purpose": (asked(purpose="solve"), "m"),
    "an image": (asked(messages=(ChatMessage("user", "hello", (b"png",)),)), "m"),
    "another role": (asked(messages=(ChatMessage("system", "hello"),)), "m"),
    "two messages": (asked(messages=(ChatMessage("user", "hel"), ChatMessage("user", "lo"))), "m"),
    "a secret's place": (asked("api_key=sk-1234567890abcdef1234567890abcdef"), "m"),
    "another secret": (asked("api_key=sk-0000000000abcdef1234567890abcdef"), "m"),
}


def test_all_that_reaches_the_model_makes_another_request() -> None:
    keys: dict[str, list[str]] = defaultdict(list)
    for name, (request, model) in CHANGES.items():
        keys[request_key(request, model)].append(name)
    assert [names for names in keys.values() if len(names) > 1] == []


def test_what_does_not_reach_it_does_not() -> None:
    assert request_key(asked(step=3, attempt=2), "m") == request_key(asked(), "m")
