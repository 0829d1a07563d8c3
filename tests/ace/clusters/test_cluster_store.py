"""Registries on disk: whole, locked while they change, and never silently replaced."""

import json
import threading
from pathlib import Path

import pytest

import ace.clusters.store as module
from ace.clusters.store import ClusterStore
from ace.errors import AceError, BusyError
from analyzers.clusters.registry import REGISTRY_VERSION, Registry
from tests.analyzers.clusters.runs import recorded, seen


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    store = ClusterStore(tmp_path / "clusters")
    assert store.load("tutor").registry is None
    assert store.agents() == ()
    registry = recorded(seen("r-1", {"answered late": [0]}))
    store.save(registry)
    assert store.load("tutor") == (registry, "")
    assert store.agents() == ("tutor",)
    assert [path.name for path in (tmp_path / "clusters").iterdir()] == ["tutor.json"]


@pytest.mark.parametrize("agent", ["../../etc/passwd", "a, b", "Ärger", "", "x" * 300])
def test_any_agent_has_a_file_of_its_own_in_the_folder(agent: str, tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    store.save(Registry(agent))
    assert store.path(agent).parent == tmp_path
    assert store.load(agent).registry == Registry(agent)
    assert store.path(agent) != store.path("tutor")


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[1, 2]", b"\xff\xfe", b'{"version": 7}', b"[" * 20_000,
     b'{"version": "%s"}' % REGISTRY_VERSION.encode()],
    ids=["empty", "torn", "a-list", "no-utf8", "version-no-text", "deep", "no-fields"],
)  # fmt: skip
def test_a_damaged_file_is_named_and_left_as_it_is(data: bytes, tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    store.path("tutor").write_bytes(data)
    with pytest.raises(AceError, match="damaged") as caught:
        store.load("tutor")
    assert str(store.path("tutor")) in str(caught.value)
    assert "ace clusters --recluster" in str(caught.value)
    assert store.path("tutor").read_bytes() == data


def test_a_file_of_another_version_is_told_and_can_be_set_aside(tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    store.path("tutor").write_text(json.dumps({"version": "clusters-0", "agent": "tutor"}), encoding="utf-8")
    assert store.load("tutor") == (None, "clusters-0")
    kept = store.set_aside("tutor", "clusters-0")
    assert kept.read_bytes() == store.path("tutor").read_bytes()
    # A crash before the new one is saved loses nothing.
    assert store.load("tutor") == (None, "clusters-0")
    store.save(Registry("tutor"))
    assert "clusters-0" in kept.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir() if path.suffix not in (".json", ".kept")] == []


def test_a_file_of_another_agent_is_damage(tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    store.save(Registry("airline"))
    store.path("airline").rename(store.path("tutor"))
    with pytest.raises(AceError, match="damaged: it is of agent 'airline', not 'tutor'"):
        store.load("tutor")


def test_what_is_in_the_way_is_told(tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    store.path("tutor").mkdir()
    with pytest.raises(AceError, match=r"tutor\.json: cannot be read \(Is a directory\); move what is in the way"):
        store.load("tutor")
    assert store.agents() == ()


def test_the_place_of_the_damage_is_named(tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    store.path("tutor").write_text(json.dumps({"version": REGISTRY_VERSION, "agent": 7}), encoding="utf-8")
    with pytest.raises(AceError, match="damaged: agent: Input should be a valid string; restore"):
        store.load("tutor")


def test_one_process_at_a_time_changes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOCK_WAIT_S", 0.1)
    store = ClusterStore(tmp_path)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store.lock("tutor"):
            held.set()
            done.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert held.wait(10)
        with pytest.raises(BusyError, match=r"tutor\.lock"), ClusterStore(tmp_path).lock("tutor"):
            pass
        with ClusterStore(tmp_path).lock("other"):
            pass
    finally:
        done.set()
        thread.join()


def test_agents_imported_together_are_found_by_each_name(tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    for agent in ("imported, shop", "shop", "shoplift"):
        store.save(Registry(agent))
    assert store.agents_with("shop") == ("imported, shop", "shop")
    assert store.agents_with("imported") == ("imported, shop",)
    assert store.agents_with("imported, shop") == ("imported, shop",)
    assert store.agents_with("ship") == ()
