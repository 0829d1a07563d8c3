"""Precedence, origins, and errors that name the place."""

from pathlib import Path

import pytest

from ace.config.load import ENVIRONMENT, load_config
from ace.config.settings import Settings
from ace.errors import ConfigError

SERVER = "controller:\n  base_url: http://127.0.0.1:1/v1\n  model: from-file\n"


def write(folder: Path, text: str) -> Path:
    """Write ace.yaml and return its folder."""
    (folder / "ace.yaml").write_text(text, encoding="utf-8")
    return folder


def test_without_anything_all_is_default(tmp_path: Path) -> None:
    loaded = load_config(tmp_path, {}, {})
    assert (loaded.settings, loaded.origins, loaded.path) == (Settings(), {}, None)


@pytest.mark.parametrize(
    ("environ", "flags", "model", "origin"),
    [
        pytest.param({}, {}, "from-file", "ace.yaml", id="file"),
        pytest.param({"ACE_MODEL": "from-env"}, {}, "from-env", "environment ACE_MODEL", id="environment over file"),
        pytest.param({"ACE_MODEL": "x"}, {"controller.model": "from-flag"}, "from-flag", "flag", id="flag over all"),
        pytest.param({"ACE_MODEL": ""}, {"controller.model": None}, "from-file", "ace.yaml", id="empty is not set"),
    ],
)
def test_flag_over_environment_over_file(
    tmp_path: Path, environ: dict[str, str], flags: dict[str, object], model: str, origin: str
) -> None:
    loaded = load_config(write(tmp_path, SERVER), environ, flags)
    assert loaded.settings.controller is not None
    assert loaded.settings.controller.model == model
    assert loaded.origins["controller.model"] == origin
    assert loaded.origins["controller.base_url"] == "ace.yaml"
    assert loaded.path == tmp_path / "ace.yaml"


def test_origins_name_only_what_was_set(tmp_path: Path) -> None:
    loaded = load_config(write(tmp_path, "run: {trials: 2}\n"), {"ACE_BRANCH": "trunk"}, {"run.limit": 7})
    assert loaded.origins == {
        "run.trials": "ace.yaml",
        "branch": "environment ACE_BRANCH",
        "run.limit": "flag",
    }
    assert (loaded.settings.run.trials, loaded.settings.run.limit, loaded.settings.branch) == (2, 7, "trunk")


def test_a_controller_is_openai_unless_it_says_otherwise(tmp_path: Path) -> None:
    environ = {"ACE_BASE_URL": "http://127.0.0.1:1/v1", "ACE_MODEL": "m"}
    controller = load_config(tmp_path, environ, {}).settings.controller
    assert controller is not None
    assert (controller.kind, controller.base_url, controller.model) == ("openai", "http://127.0.0.1:1/v1", "m")


@pytest.mark.parametrize(
    ("environ", "flags", "origin"),
    [
        ({}, {"controller.base_url": "http://127.0.0.1:1/v1", "controller.model": "m"}, "implied by flag"),
        ({"ACE_BASE_URL": "http://127.0.0.1:1/v1", "ACE_MODEL": "m"}, {}, "implied by environment ACE_BASE_URL"),
    ],
    ids=["flags", "environment"],
)
def test_a_server_named_by_hand_is_not_ignored_for_a_simulated_controller(
    tmp_path: Path, environ: dict[str, str], flags: dict[str, object], origin: str
) -> None:
    loaded = load_config(write(tmp_path, "controller: {kind: simulated}\n"), environ, flags)
    assert loaded.settings.controller is not None
    assert (loaded.settings.controller.kind, loaded.settings.controller.model) == ("openai", "m")
    assert loaded.origins["controller.kind"] == origin


def test_a_local_model_is_named_by_its_folder_and_needs_no_server(tmp_path: Path) -> None:
    loaded = load_config(write(tmp_path, "controller: {kind: local, model: a}\n"), {}, {"controller.model": "models/b"})
    assert loaded.settings.controller is not None
    assert (loaded.settings.controller.kind, loaded.settings.controller.model) == ("local", "models/b")
    flags = {"controller.kind": "local", "controller.model": "b", "controller.base_url": "http://127.0.0.1:1/v1"}
    with pytest.raises(ConfigError, match="uses no server"):
        load_config(write(tmp_path, SERVER), {}, flags)


def test_a_server_and_a_simulated_controller_asked_for_at_once_are_refused(tmp_path: Path) -> None:
    flags = {"controller.kind": "simulated", "controller.base_url": "http://127.0.0.1:1/v1"}
    with pytest.raises(ConfigError, match=r"uses no server.*leave one of them out"):
        load_config(write(tmp_path, SERVER), {}, flags)


@pytest.mark.parametrize("variable", sorted(ENVIRONMENT))
def test_every_variable_names_a_setting(tmp_path: Path, variable: str) -> None:
    value = {"ACE_CONTROLLER": "simulated", "ACE_CONCURRENCY": "3", "ACE_CURATOR": "model"}.get(variable, "2026")
    loaded = load_config(write(tmp_path, SERVER), {variable: value}, {})
    node: object = loaded.settings
    for part in ENVIRONMENT[variable].split("."):
        node = getattr(node, part)
    assert str(node) == value


@pytest.mark.parametrize("text", ["", "\n  # nothing yet\n"], ids=["empty", "comments"])
def test_a_file_that_sets_nothing_sets_nothing(tmp_path: Path, text: str) -> None:
    assert load_config(write(tmp_path, text), {}, {}).settings == Settings()


@pytest.mark.parametrize(
    ("text", "environ", "flags", "said"),
    [
        pytest.param("run: {limt: 3}\n", {}, {}, ["ace.yaml: run.limt: no such setting", "`limit`"], id="unknown key"),
        pytest.param("gat: {}\n", {}, {}, ["ace.yaml: gat: no such setting", "`gate`"], id="unknown section"),
        pytest.param(
            "curator: {model: {kind: simulated, modell: x}}\n", {}, {}, ["curator.model.modell", "`model`"], id="deep"
        ),
        pytest.param("run: {limit: 0}\n", {}, {}, ["ace.yaml: run.limit:", "greater than or equal to 1"], id="range"),
        pytest.param("schema: 2\n", {}, {}, ["ace.yaml: schema:"], id="schema"),
        pytest.param(
            "controller: simulated\n", {}, {}, ["ace.yaml: controller:", "must hold settings below it"], id="no mapping"
        ),
        pytest.param("review: {open: promising}\n", {}, {}, ["ace.yaml: review.open: must be a list"], id="no list"),
        pytest.param("controller: {kind: opnai}\n", {}, {}, ["ace.yaml: controller.kind", "`openai`?"], id="choice"),
        pytest.param("controller: {model: m}\n", {}, {}, ["ace.yaml: controller:", "needs base_url"], id="missing"),
        pytest.param(
            "run: 5\n",
            {},
            {"run.limit": 3},
            ["ace.yaml: run: must hold", "flag cannot set run.limit"],
            id="a value where a section is",
        ),
        pytest.param("controller:\n# kind: openai\n", {}, {}, ["ace.yaml"], id="no value"),
        pytest.param("a: &x 1\nb: *x\n", {}, {}, ["ace.yaml:1:"], id="an anchor"),
        pytest.param("run: {limit: 1\n", {}, {}, ["ace.yaml:"], id="no yaml"),
        pytest.param(
            "", {"ACE_CONCURRENCY": "many"}, {}, ["environment ACE_CONCURRENCY: run.concurrency:"], id="variable"
        ),
        pytest.param("", {}, {"gate.trials": 99}, ["flag: gate.trials:", "less than or equal to 20"], id="flag"),
    ],
)
def test_an_error_names_the_place(
    tmp_path: Path, text: str, environ: dict[str, str], flags: dict[str, object], said: list[str]
) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write(tmp_path, text), environ, flags)
    assert [words for words in said if words not in str(caught.value)] == [], str(caught.value)


def test_every_error_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(write(tmp_path, "run: {limit: 0}\n"), {"ACE_CURATOR": "nobody"}, {"gate.alpha": 1})
    lines = str(caught.value).splitlines()
    said = ("environment ACE_CURATOR: curator.kind: ", f"{tmp_path / 'ace.yaml'}: run.limit: ", "flag: gate.alpha: ")
    assert [line for line, start in zip(lines, said, strict=False) if not line.startswith(start)] == []
    assert len(lines) == 3
