import pytest

from runtime.contracts.errors import ModelRefusedError
from runtime.models.server_address import check_url, find_key, is_loopback, shown_url


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:8000/v1", True),
        ("http://LOCALHOST/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://[::1]:80/v1", True),
        ("http://models.localhost/v1", True),
        ("http://localhost.example/v1", False),
        ("http://127.0.0.1.example/v1", False),
        ("http://127.0.0.1@models.example/v1", False),
        ("http://10.0.0.1/v1", False),
        ("http://0.0.0.0/v1", False),
    ],
)
def test_only_this_machine_is_loopback(url: str, expected: bool) -> None:
    assert is_loopback(url) is expected


def test_a_shown_address_holds_no_credentials() -> None:
    assert shown_url("https://me:secret@h.example:8443/v1?key=k#f") == "https://h.example:8443/v1"


@pytest.mark.parametrize("url", ["", "h.example/v1", "ftp://h.example", "http://", "http://h:99999/v1", "http://[::1"])
def test_an_unusable_address_is_refused(url: str) -> None:
    with pytest.raises(ModelRefusedError, match="base_url"):
        check_url(url)


def test_the_key_comes_from_the_named_variable_even_on_this_machine() -> None:
    environ = {"MY_KEY": " k1\n", "OPENAI_API_KEY": "k2"}
    assert find_key("http://127.0.0.1/v1", "MY_KEY", environ) == "k1"
    assert find_key("http://127.0.0.1/v1", "ABSENT", environ) == "none"


def test_a_needed_key_is_asked_for_by_the_variables_name() -> None:
    with pytest.raises(ModelRefusedError, match="set the environment variable MY_KEY"):
        find_key("https://h.example/v1", "MY_KEY", {"MY_KEY": "  "})


def test_an_unusable_key_is_not_repeated() -> None:
    with pytest.raises(ModelRefusedError, match="MY_KEY") as caught:
        find_key("https://h.example/v1", "MY_KEY", {"MY_KEY": "schlüssel"})
    assert "schl" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "http://..localhost/v1",
        f"http://{'a' * 70}.localhost/v1",
        "http://exa mple/v1",
        "http://a\x00b/v1",
        "http://127.0.0.1/v1\n",
        " http://127.0.0.1/v1",
        "http://127.0.0.1/\x1b[31m",
        "http://127.0.0.1/\ud800",
        "http://\u202e.localhost/",
        "http://127.0.0.1/" + "x" * 5000,
    ],
    ids=["empty label", "long label", "space", "nul", "newline", "space before", "escape", "surrogate", "bidi", "long"],
)
def test_an_address_that_readers_would_not_agree_on_is_refused(url: str) -> None:
    with pytest.raises(ModelRefusedError, match=r"base_url .* write it (like|$)"):
        check_url(url)
