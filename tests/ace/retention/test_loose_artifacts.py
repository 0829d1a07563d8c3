"""Artifacts that nothing names any more."""

from pathlib import Path

from ace.retention.loose_artifacts import MIN_AGE_S, loose_artifacts

FAR = 1e12
A, B, C = "a" * 64, "b" * 64, "c" * 64


def store(state: Path, name: str, data: bytes = b"12") -> None:
    path = state / "artifacts" / name[:2] / name[2:4] / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.with_name(f"{name}.type").write_bytes(b"x/y")


def loose(state: Path, *without: Path, now: float = FAR) -> list[tuple[str, int]]:
    return [(one.path.name, one.size) for one in loose_artifacts(state, without, now)]


def test_what_any_file_names_stays_with_what_it_names_itself(tmp_path: Path) -> None:
    store(tmp_path, A, f"artifact://sha256/{B}".encode())
    store(tmp_path, B)
    store(tmp_path, C)
    (tmp_path / "runs" / "r-1").mkdir(parents=True)
    (tmp_path / "runs" / "r-1" / "events.jsonl").write_text(f'{{"setup":"{A}"}}', encoding="utf-8")
    assert loose(tmp_path) == [(C, 5)]
    assert [name for name, _ in loose(tmp_path, tmp_path / "runs" / "r-1")] == [A, B, C]


def test_a_name_across_two_chunks_is_seen_and_a_longer_one_is_none(tmp_path: Path) -> None:
    store(tmp_path, A)
    store(tmp_path, B)
    (tmp_path / "log").write_bytes(b" " * ((1 << 20) - 30) + A.encode() + b" " + B.encode() + b"b")
    assert [name for name, _ in loose(tmp_path)] == [B]


def test_a_young_one_is_left_alone(tmp_path: Path) -> None:
    store(tmp_path, A)
    made = (tmp_path / "artifacts" / "aa" / "aa" / A).stat().st_mtime
    assert loose(tmp_path, now=made + MIN_AGE_S - 1) == []
    assert loose(tmp_path, now=made + MIN_AGE_S + 1) == [(A, 5)]


def test_without_a_store_there_is_none(tmp_path: Path) -> None:
    assert loose(tmp_path / "none") == []
