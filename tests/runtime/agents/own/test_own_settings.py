"""Settings of an own agent: what its kind needs, and what it may not say."""

import pytest
from pydantic import ValidationError

from runtime.agents.own.settings import OwnAgentSettings


def test_each_kind_with_what_it_needs() -> None:
    assert OwnAgentSettings.model_validate({"kind": "python", "path": "a.b:run"}).workers == 1
    assert OwnAgentSettings.model_validate({"kind": "command", "command": ["python", "a.py"]}).timeout_s == 120
    found = OwnAgentSettings.model_validate(
        {"kind": "http", "url": "http://127.0.0.1:9000/run", "headers_env": {"Authorization": "TOKEN"}, "files": ["p"]}
    )
    assert found.headers_env == {"Authorization": "TOKEN"}


PYTHON = {"kind": "python", "path": "a:run"}
HTTP = {"kind": "http", "url": "http://127.0.0.1:9000/run"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        pytest.param({"kind": "python"}, "needs path", id="python without a path"),
        pytest.param({"kind": "command"}, "needs command", id="command without one"),
        pytest.param({"kind": "http"}, "needs url", id="http without an address"),
        pytest.param(PYTHON | {"url": "http://x"}, "url belongs to", id="of two kinds"),
        pytest.param(PYTHON | {"headers_env": {"A": "B"}}, "headers_env belongs", id="headers without http"),
        pytest.param(PYTHON | {"model": "a\nb"}, "control characters", id="model of two lines"),
        pytest.param({"kind": "command", "command": [""]}, "empty", id="empty program"),
        pytest.param({"kind": "command", "command": ["a", "b\0"]}, "zero byte", id="zero byte"),
        pytest.param({"kind": "http", "url": "ftp://x/run"}, "not an http", id="another scheme"),
        pytest.param({"kind": "http", "url": "http://a:b@x/run"}, "user or password", id="password in the address"),
        pytest.param(HTTP | {"headers_env": {"Host": "B"}}, "written by the client", id="a header of the client's"),
        pytest.param(HTTP | {"headers_env": {"A b": "B"}}, "headers_env", id="no header's name"),
        pytest.param(PYTHON | {"tools": ["a", "a"]}, "named twice", id="a tool twice"),
        pytest.param(PYTHON | {"tools": ["a"], "actions": ["a"]}, "named twice", id="a tool and an action"),
        pytest.param(PYTHON | {"actions": ["block"]}, "something else in rules", id="a rule's own word"),
        pytest.param(PYTHON | {"timeout_s": float("inf")}, "timeout_s", id="no time limit"),
        pytest.param(PYTHON | {"workers": 0}, "workers", id="no workers"),
        pytest.param(PYTHON | {"speed": 1}, "speed", id="unknown field"),
        pytest.param(
            PYTHON | {"fields": [{"path": "action.a", "default": float("nan")}]}, "finite", id="default without value"
        ),
        pytest.param(PYTHON | {"fields": [{"path": "action.a", "default": 2**63}]}, "64 bits", id="default too large"),
        pytest.param(PYTHON | {"fields": [{"path": "action.a", "default": None}]}, "default", id="default null"),
        pytest.param(
            PYTHON | {"fields": [{"path": "action.a", "default": 1, "choices": ["x"]}]}, "choices", id="no text"
        ),
        pytest.param(PYTHON | {"fields": [{"path": "action.name", "default": ""}]}, "there already", id="a base field"),
    ],
)
def test_what_cannot_be_is_said(given: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        OwnAgentSettings.model_validate(given)


@pytest.mark.parametrize("default", [True, 1, 1.5, "a", ["a", "b"], []])
def test_the_defaults_type_stays_what_was_written(default: object) -> None:
    found = OwnAgentSettings.model_validate(PYTHON | {"fields": [{"path": "action.a", "default": default}]})
    kept = found.fields[0].default
    assert kept == (tuple(default) if isinstance(default, list) else default)
    assert type(kept) is (tuple if isinstance(default, list) else type(default))
