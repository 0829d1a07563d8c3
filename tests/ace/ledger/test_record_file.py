"""Files of the ledger."""

import pytest

from ace.ledger.errors import LedgerError
from ace.ledger.record_file import file_bytes, read_record
from ace.ledger.use import Use


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(b"{", "uses/x.json: is not JSON", id="cut off"),
        pytest.param(b"\xff\xfe\x00", "is not JSON", id="no text"),
        pytest.param(b"[" * 100_000, "is not JSON", id="deep"),
        pytest.param(b"[]", "the document", id="a list"),
        pytest.param(b'{"schema": 9}', "update ACE", id="newer"),
        pytest.param(b"{}", "proposal", id="empty"),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(data: bytes, says: str) -> None:
    with pytest.raises(LedgerError, match=says):
        read_record("uses/x.json", data, Use)


def test_equal_values_are_equal_bytes() -> None:
    assert file_bytes({"b": 1, "a": "ü"}) == file_bytes({"a": "ü", "b": 1}) == b'{\n "a": "\\u00fc",\n "b": 1\n}\n'
