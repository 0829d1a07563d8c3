"""The list of rejections: newest first, what does not count any more marked."""

from ace.rejections.list_text import rejections_json, rejections_text
from ace.rejections.rejection import Rejection

TODAY = "2026-11-30"


def made(number: int, **fields: object) -> Rejection:
    """Return a rejection."""
    base = {"fingerprint": f"{number}" * 64, "op": "add", "rule": f"tools.x{number}", "reason": "not\nso", "by": "lead"}
    return Rejection.model_validate({**base, "date": f"2026-11-0{number}", **fields})


LISTED = (made(1), made(2, expires=TODAY), made(3, withdrawn="2026-11-20"), made(4, expires="2026-12-01", by="a\x1bb"))


def test_lines() -> None:
    assert rejections_text(LISTED, TODAY).splitlines() == [
        "4 rejections, 2 of them in force on 2026-11-30",
        "333333333333  add     tools.x3  2026-11-03  lead  WITHDRAWN on 2026-11-20",
        "    not so",
        "444444444444  add     tools.x4  2026-11-04  a\\x1bb  until 2026-12-01",
        "    not so",
        "222222222222  add     tools.x2  2026-11-02  lead  EXPIRED on 2026-11-30",
        "    not so",
        "111111111111  add     tools.x1  2026-11-01  lead  for good",
        "    not so",
    ]
    assert "nothing is rejected" in rejections_text((), TODAY)


def test_another_agent_is_named() -> None:
    said = rejections_text([made(1, agent="inspector")], TODAY)
    assert "tools.x1 (agent inspector)  2026-11-01" in said


def test_json() -> None:
    value = rejections_json(LISTED, TODAY)
    listed = value["rejections"]
    assert isinstance(listed, list)
    assert [item["state"] for item in listed if isinstance(item, dict)] == [
        "withdrawn", "in force", "expired", "in force",
    ]  # fmt: skip
