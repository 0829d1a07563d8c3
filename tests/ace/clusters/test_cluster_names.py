"""Names by a model: asked once a cluster, checked, kept; never needed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ace.clusters.names import MAX_NAME, name_clusters, read_name, with_names
from ace.clusters.store import ClusterStore
from ace.session import Session
from analyzers.clusters.registry import Registry
from tests.ace.building import small_session
from tests.ace.conftest import SmallRun
from tests.analyzers.clusters.runs import recorded, seen
from tests.chat_server import Answer, chat_server, completion, last_text

NAME = json.dumps({"name": "Books without asking the user first"})


def _registry() -> Registry:
    found = {"answered late": range(8), "no date given": range(4), "only once": [0]}
    return recorded(seen("r-1", found))


def _session(small: SmallRun, base_url: str, **more: object) -> Session:
    fields = {"kind": "openai", "model": "local", "base_url": base_url, "retries": 0, "timeout_s": 5.0, **more}
    names = {f"analysis__namer__{key}": value for key, value in fields.items()}
    return small_session(small.session.workspace.repo, **names)


def _named(session: Session, folder: Path) -> tuple[Registry, tuple[str, ...]]:
    store = ClusterStore(folder)
    store.save(_registry())
    return name_clusters(session, store, _registry())


def test_every_born_cluster_is_asked_about_once(small_run: SmallRun, tmp_path: Path) -> None:
    with chat_server(lambda _request, _number: completion(NAME)) as server:
        session = _session(small_run, server.base_url)
        registry, notes = _named(session, tmp_path)
        again = name_clusters(session, ClusterStore(tmp_path), registry)
    assert notes == ()
    assert len(server.requests) == 2
    assert again == (registry, ())
    assert sorted(cluster.model_name for cluster in registry.clusters) == ["", *[json.loads(NAME)["name"]] * 2]
    assert {cluster.namer for cluster in registry.clusters if cluster.model_name} == {"openai/local"}
    assert ClusterStore(tmp_path).load("tutor").registry == registry


def test_the_model_sees_quoted_data_and_not_more_than_needed(small_run: SmallRun, tmp_path: Path) -> None:
    with chat_server(lambda _request, _number: completion(NAME)) as server:
        _named(_session(small_run, server.base_url), tmp_path)
    text = last_text(server.requests[0])
    assert text.startswith("DATA (JSON, quoted, sha256 ")
    data = json.loads(text.split("\n", 1)[1].rsplit("\n", 1)[0])
    assert data["template_name"] == "late (book): answered late"
    assert data["messages"] == [{"masked": "answered late", "failures": 8}]
    assert "response_format" in server.requests[0]


def test_a_model_that_does_not_answer_leaves_the_template_name(small_run: SmallRun, tmp_path: Path) -> None:
    with chat_server(lambda _request, _number: Answer("down", status=503)) as server:
        session = _session(small_run, server.base_url)
        registry, notes = _named(session, tmp_path)
    assert len(server.requests) == 1
    assert registry == _registry()
    assert len(notes) == 1
    assert "openai/local" in notes[0]
    assert "until a later analysis" in notes[0]


@pytest.mark.parametrize(
    "raw",
    ["no JSON", "[]", '{"name": 7}', '{"name": "a\\u202eb is turned"}', '{"name": "two\\nlines of it"}',
     '{"name": "\\u001b[31mred alert"}', json.dumps({"name": "x" * MAX_NAME}), '{"name": " a "}', "[" * 20_000],
    ids=["text", "list", "number", "bidi", "newline", "escape", "long", "short", "deep"],
)  # fmt: skip
def test_what_is_no_name_is_refused_and_not_asked_again(raw: str, small_run: SmallRun, tmp_path: Path) -> None:
    assert read_name(raw).problem
    assert read_name(raw).name == ""
    with chat_server(lambda _request, _number: completion(raw)) as server:
        session = _session(small_run, server.base_url)
        registry, notes = _named(session, tmp_path)
        again = name_clusters(session, ClusterStore(tmp_path), registry)
    assert len(server.requests) == 2
    assert again.notes == ()
    assert len(notes) == 2
    assert all(cluster.model_name == "" for cluster in registry.clusters)


def test_a_name_is_made_one_line_of_single_blanks() -> None:
    assert read_name('{"name": "  Books   too early "}') == ("Books too early", "")


def test_a_simulated_model_says_so_or_cannot_name(small_run: SmallRun, tmp_path: Path) -> None:
    script = tmp_path / "names.json"
    script.write_text(json.dumps([NAME, NAME]), encoding="utf-8")
    scripted = small_session(
        small_run.session.workspace.repo, analysis__namer__kind="scripted", analysis__namer__script=str(script)
    )
    registry, _ = _named(scripted, tmp_path / "a")
    assert {cluster.namer for cluster in registry.clusters if cluster.model_name} == {"scripted/names (simulated)"}
    simulated = small_session(small_run.session.workspace.repo, analysis__namer__kind="simulated")
    registry, notes = _named(simulated, tmp_path / "b")
    assert registry == _registry()
    assert "can only play the agent" in notes[0]


def test_without_a_model_nothing_is_asked(small_run: SmallRun, tmp_path: Path) -> None:
    assert _named(small_run.session, tmp_path) == (_registry(), ())


def test_what_others_wrote_meanwhile_stays(small_run: SmallRun, tmp_path: Path) -> None:
    store = ClusterStore(tmp_path)
    newer = recorded(seen("r-2", {"wholly new": [1]}), registry=_registry())

    def answer(_request: object, number: int) -> Answer:
        if number == 1:
            store.save(newer)
        return completion(NAME)

    with chat_server(answer) as server:
        named = name_clusters(_session(small_run, server.base_url), store, _registry())
    assert [run.run for run in named.registry.runs] == ["r-1", "r-2"]
    assert sum(bool(cluster.model_name) for cluster in named.registry.clusters) == 2


def test_names_go_to_their_clusters_only() -> None:
    registry = _registry()
    name = registry.clusters[0].id
    changed = with_names(registry, {name: ("A name", "who", ""), "c-00000000": ("Other", "who", "")})
    assert changed.clusters[0] == replace(registry.clusters[0], model_name="A name", namer="who")
    assert changed.clusters[1:] == registry.clusters[1:]
