import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.tools.web_hosts import host_of, is_allowed, plain_host

ALLOW = ("nih.gov", "Example.ORG.", "bücher.example", "192.0.2.7")


@pytest.mark.parametrize(
    "url",
    [
        "https://nih.gov/x",
        "https://www.nih.gov",
        "http://a.b.nih.gov/?q=1#f",
        "HTTPS://WWW.NIH.GOV/",
        "https://nih.gov./x",
        "https://nih.gov:443/x",
        "http://nih.gov:80/x",
        "https://example.org/",
        "https://bücher.example/",
        "https://xn--bcher-kva.example/",
        "https://192.0.2.7/",
    ],
)
def test_an_allowed_host_and_what_lies_below_it(url: str) -> None:
    assert is_allowed(url, ALLOW)


@pytest.mark.parametrize(
    "url",
    [
        "https://evil-nih.gov/",
        "https://evilnih.gov/",
        "https://nih.gov.evil.example/",
        "https://nih.gov@evil.example/",
        "https://user:nih.gov@evil.example/",
        "https://evil.example/nih.gov",
        "https://evil.example?nih.gov",
        "https://evil.example#.nih.gov",
        "https://evil.example\\.nih.gov/",
        "https://evil.example\\@nih.gov/",
        "https://nih.gov:8443/",
        "https://nih.gov:0/",
        "https://nih.gov:99999/",
        "https://nih.gov:443@evil.example/",
        "http://nih.gov:443/",
        "ftp://nih.gov/",
        "javascript://nih.gov/%0aalert(1)",
        "data:text/html,nih.gov",
        "//nih.gov/",
        "nih.gov",
        "https:nih.gov",
        "https:///nih.gov",
        "https://nih.gov\t/",
        "https://nih.gov\n.evil.example/",
        " https://nih.gov/",
        "https://nih\u200b.gov/",
        "https://nih%2egov/",
        "https://nih.g\u043ev/",
        "https://nih..gov/",
        "https://.nih.gov/",
        "https://-nih.gov/",
        "https://192.0.2.70/",
        "https://1.192.0.2.7/",
        "https://3221225991/",
        "https://0xc0.0.2.7/",
        "https://[::ffff:192.0.2.7]/",
        "https://[::1/",
        "https://" + "a." * 200 + "nih.gov/",
        "https://nih.gov/" + "x" * 3000,
        "",
    ],
)
def test_what_only_looks_like_an_allowed_host_is_not(url: str) -> None:
    assert not is_allowed(url, ALLOW)


def test_a_look_alike_letter_is_compared_after_it_is_folded() -> None:
    # Full-width letters are the plain ones to every resolver; a Cyrillic o is another letter.
    assert host_of("https://ｎｉｈ.gov/") == "nih.gov"
    assert plain_host("nih.g\u043ev") == "nih.xn--gv-fmc"


@pytest.mark.parametrize(
    "entry", ["", ".", "https://nih.gov", "nih.gov/x", "nih gov", "*", "*.gov", "a_b.gov", "nih.gov:443"]
)
def test_an_entry_that_is_no_host_allows_nothing(entry: str) -> None:
    assert plain_host(entry) == ""
    assert not is_allowed("https://nih.gov/", [entry])


def test_an_empty_list_allows_nothing() -> None:
    assert not is_allowed("https://nih.gov/", [])


@given(st.text(max_size=60))
def test_no_address_raises_and_none_is_allowed_by_chance(text: str) -> None:
    assert not is_allowed(f"https://{text}x.invalid/", ["nih.gov"])
    plain_host(text)
