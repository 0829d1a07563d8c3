"""What the tools' settings refuse."""

import pytest
from pydantic import ValidationError

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
