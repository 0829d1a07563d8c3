"""Artifacts are named with the file to open, or with why there is none."""

from pathlib import Path

from ace.report.trace_artifacts import look_up
from runtime.artifacts.store import FileArtifactStore


def test_each_artifact_says_what_and_where_it_is(tmp_path: Path) -> None:
    store = FileArtifactStore(tmp_path)
    ref = store.put(b"bytes", "image/png")
    untyped = store.put(b"more", "text/plain")
    store.path(untyped).with_name(f"{store.path(untyped).name}.type").unlink()
    changed = store.put(b"changed", "text/plain")
    store.path(changed).write_bytes(b"other")
    one, two, three, four, five = look_up((ref, untyped, changed, f"artifact://sha256/{'0' * 64}", "../etc"), store)
    assert (one.media_type, one.size, one.path, one.problem) == ("image/png", 5, store.path(ref), "")
    assert (two.media_type, two.size, two.problem) == ("", 4, "")
    assert "not those that were stored" in three.problem
    assert "not in the artifact store" in four.problem
    assert "no artifact reference" in five.problem
    assert (three.path, four.path, five.path) == (None, None, None)
