"""What the tools' settings refuse."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from runtime.contracts.sample import Frozen
from runtime.control.settings import ControlSettings
from runtime.retrieval.settings import RetrievalSettings
from runtime.tools.settings import ToolSettings, WebSettings


@pytest.mark.parametrize(
    "endpoint",
    ["http://", "https:///search", "http://[::1", "http://x:99999/", "http://x:0/", "http://a b/", "ftp://x/"],
)
def test_an_endpoint_that_cannot_be_asked_is_refused_when_it_is_read(endpoint: str) -> None:
    with pytest.raises(ValidationError):
        WebSettings(endpoint=endpoint)


@pytest.mark.parametrize("endpoint", ["http://127.0.0.1:8888/search", "https://[::1]:1/", "http://user:key@host/?q=1"])
def test_an_address_with_a_host_is_taken_as_it_is(endpoint: str) -> None:
    assert WebSettings(endpoint=endpoint).endpoint == endpoint


@pytest.mark.parametrize("seconds", [0, -1, 1e9, float("nan"), float("inf")])
def test_a_time_limit_is_a_time(seconds: float) -> None:
    with pytest.raises(ValidationError):
        ToolSettings(timeouts_s={"zoom": seconds})
    assert ToolSettings(timeouts_s={"zoom": 0.5}).timeouts_s == {"zoom": 0.5}


@pytest.mark.parametrize(
    "settings", [ToolSettings, RetrievalSettings, ControlSettings], ids=["tools", "index", "calls"]
)
def test_an_empty_path_is_refused_instead_of_meaning_here(settings: type[Frozen]) -> None:
    field = "models" if settings is ToolSettings else "folder"
    with pytest.raises(ValidationError, match="must not be empty"):
        settings.model_validate({field: ""})
    assert getattr(settings.model_validate({field: "x"}), field) == Path("x")
