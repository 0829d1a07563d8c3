"""What people read about a wrong setting has none of the checking library's words."""

from pathlib import Path

import pytest
from pydantic import BaseModel

from ace.config import plain_words
from ace.config.load import load_config
from ace.config.settings import Settings
from ace.errors import ConfigError


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "control: {approvals: {network: ask}}",
            "control.approvals: 'network' is no side-effect class; use read, reversible_write, irreversible_write or "
            "external",
        ),
        (
            "control: {approvals: {extrnal: ask}}",
            "control.approvals: 'extrnal' is no side-effect class; did you mean `external`?",
        ),
        ("control: {tools: {zoom: always}}", "control.tools.zoom: must be allow, ask or deny"),
        (
            "tools: {web: {endpoint: 'ftp://a/'}}",
            "tools.web.endpoint: must begin with http:// or https://",
        ),
        (
            "controller: {kind: simulate}",
            "controller.kind: must be openai, local, simulated, scripted or recorded; did you mean `simulated`?",
        ),
        ("schema: 2", "schema: must be 1"),
        ("run: {trials: many}", "run.trials: must be a whole number"),
        ("run: {limit: 1.5}", "run.limit: must be a whole number"),
        ("gate: {alpha: x}", "gate.alpha: must be a number"),
        ("gate: {sealed: perhaps}", "gate.sealed: must be true or false"),
        ("agent: [a]", "agent: must be text"),
        ("gate: {alpha: 0.7}", "gate.alpha: must be less than 0.5"),
        ("tools: {web: {allow: [a.b]}}", "tools.web.endpoint: must be set"),
        ("review: {author_email: 'a b'}", "review.author_email: must be an address without <, > and spaces"),
    ],
)
def test_a_wrong_setting_is_told_in_the_words_of_the_file(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "ace.yaml").write_text(text + "\n")
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path, {}, {})
    assert str(caught.value).splitlines()[0] == f"{tmp_path / 'ace.yaml'}: {said}"


@pytest.mark.parametrize(
    ("default", "said"),
    [
        pytest.param("null", "must be true or false, a number, text or a list of texts", id="none"),
        pytest.param("{a: 1}", "must be true or false, a number, text or a list of texts", id="a mapping"),
        pytest.param("[1]", "must be true or false, a number, text or a list of texts", id="a list of numbers"),
        pytest.param("x" * 2001, "must have at most 2000 characters", id="a long text"),
    ],
)
def test_a_value_of_several_types_has_one_line(tmp_path: Path, default: str, said: str) -> None:
    field = f"{{path: action.a, default: {default}}}"
    own = f"own_agent: {{kind: http, url: 'http://127.0.0.1:9/x', fields: [{field}, {field}]}}\n"
    (tmp_path / "ace.yaml").write_text(f"agent: shop\n{own}")
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path, {}, {})
    where = f"{tmp_path / 'ace.yaml'}: own_agent.fields"
    assert str(caught.value).splitlines() == [f"{where}.{number}.default: {said}" for number in (0, 1)]


def test_every_pattern_of_a_setting_has_words() -> None:
    found = set(_patterns(Settings))
    assert len(found) >= 5
    assert found - set(plain_words._PATTERNS) == set()


def _patterns(model: type[BaseModel]) -> list[str]:
    text: list[str] = []

    def look(value: object) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("pattern"), str):
                text.append(value["pattern"])
            for inner in value.values():
                look(inner)
        if isinstance(value, list):
            for inner in value:
                look(inner)

    look(model.model_json_schema())
    return text
