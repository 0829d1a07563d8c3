import pytest

from runtime.tools.ocr_masking import Identifiers, mask_text, words_of


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("24-MAY-02 11:24", "[date] 11:24"),
        ("5/25/2011", "[date]"),
        ("25.05.2011", "[date]"),
        ("2011-05-25", "[date]"),
        ("20110525", "[date]"),
        ("20110525142825", "20110525142825"),
        ("18-JUL-05", "[date]"),
        ("03 March 1998", "[date]"),
        ("March 3, 1998", "[date]"),
        ("DOB 1/2/64", "DOB [date]"),
        ("11-05-25-142825", "[date]-142825"),
    ],
)
def test_dates_are_taken_out(text: str, masked: str) -> None:
    assert mask_text(text, Identifiers()) == masked


@pytest.mark.parametrize(
    "text",
    ["3/3/4", "127/1281", "1.06 cm", "C5-1", "TIS0.4 MI 1.4", "9123 5.0 R15", "120/80", "L 12-5 MHz", "2:56:22 PM",
     "T2 1.5", "10/12", "May Hegglin", "series 20119999"],
)  # fmt: skip
def test_measures_and_markers_stay(text: str) -> None:
    assert mask_text(text, Identifiers()) == text


def test_what_the_header_names_is_taken_out_in_any_case_and_spacing() -> None:
    identifiers = Identifiers(words_of(["DOE^Jane^^", "ID-4711"]), frozenset({"baptist med ctr"}))
    assert (
        mask_text("BAPTIST  MED CTR Jane DOE 4711", identifiers)
        == "[identifier] [identifier] [identifier] [identifier]"
    )
    assert mask_text("MED CTR", identifiers) == "MED CTR"
    assert mask_text("Janet 47110 does", identifiers) == "Janet 47110 does"


def test_short_parts_of_names_are_no_names() -> None:
    assert words_of(["Li^Xu", "A^Bo^Chen"]) == {"chen"}


def test_a_phrase_is_text_and_no_pattern() -> None:
    assert mask_text("ward (a|b) x", Identifiers(phrases=frozenset({"(a|b)", "  "}))) == "ward [identifier] x"


def test_a_hostile_text_is_masked_in_no_time() -> None:
    text = "1-" * 20_000 + "may " * 20_000
    assert len(mask_text(text, Identifiers(frozenset({"x1y"})))) > 1000
