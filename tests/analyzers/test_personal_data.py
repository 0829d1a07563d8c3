"""Addresses and numbers of people leave a quote; everything else stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.personal_data import without_personal_data

GONE = {
    "mail": ("write to a.b+c@clinic.example.org now", "write to [redacted:mail] now"),
    "phone": ("call +49 (30) 901820 today", "call [redacted:number] today"),
    "phone with dashes": ("555-867-5309", "[redacted:number]"),
    "record number": ("record 00481516 2342", "record [redacted:number]"),
    "two": ("x@y.io, 1234567", "[redacted:mail], [redacted:number]"),
}
STAYS = {
    "date": "on 2026-11-29 and 20261129",
    "decimal": "confidence 0.857142857 of 12.3456789",
    "order id": "order #W5490111 and gift_card_3951657",
    "hash": "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3",
    "small numbers": "3 of 120 cases, 15 mg, 1,234,567 rows",
    "at sign": "look @ this, a@b",
    "version": "2.13.0 and 10/20/30",
}


@pytest.mark.parametrize(("text", "expected"), GONE.values(), ids=GONE)
def test_personal_data_is_taken_out(text: str, expected: str) -> None:
    assert without_personal_data(text) == expected


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_what_is_no_personal_data_stays(text: str) -> None:
    assert without_personal_data(text) == text


@given(st.text(alphabet="a1@.-+ ()/#\n", max_size=60))
def test_twice_changes_nothing_more(text: str) -> None:
    once = without_personal_data(text)
    assert without_personal_data(once) == once
