"""The cache of vision models in words and as JSON."""

import subprocess
from pathlib import Path

import pytest

from ace.errors import ConfigError
from ace.report.vision_models import configured_folder, models_json, models_text
from runtime.vision.model_cache import look_up
from runtime.vision.model_table import ENCODER, MODELS
from tests.runtime.vision.tiny_models import put_models


def _repository(folder: Path, config: str) -> Path:
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    (folder / "ace.yaml").write_text(config)
    return folder


def test_the_folder_is_named_configured_or_the_default(tmp_path: Path) -> None:
    repo = _repository(tmp_path / "repo", "schema: 1\ntools:\n  models: cache/models\n")
    environ = {"ACE_MODELS_DIR": "/from/environment"}
    assert configured_folder(repo, environ, Path("/named")) == Path("/named")
    assert configured_folder(repo, environ, None) == repo / "cache/models"
    plain = _repository(tmp_path / "plain", "schema: 1\n")
    assert configured_folder(plain, environ, None) == Path("/from/environment")


def test_no_repository_is_needed_but_a_broken_configuration_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert configured_folder(tmp_path / "empty", {"ACE_MODELS_DIR": "/x"}, None) == Path("/x")
    broken = _repository(tmp_path / "broken", "schema: 1\ntools:\n  models: [1]\n")
    with pytest.raises(ConfigError):
        configured_folder(broken, {}, None)


def test_a_path_with_control_characters_is_shown_escaped(tmp_path: Path) -> None:
    folder = put_models(tmp_path / "a\x1b[31mb", ENCODER)
    text = models_text(folder, [look_up(name, folder) for name in MODELS])
    assert "\x1b" not in text
    assert "\\x1b" in text
    rows = models_json(folder, [look_up(ENCODER, folder)])["models"]
    assert isinstance(rows, list)
    assert rows[0]["use"] == MODELS[ENCODER].use
