"""Which images stay in one half."""

import pytest

from ace.inspection.group_images import group_images, part_naming

VIEWS = {f"C{part:04d}_{view:04d}": f"{part}-{view}" for part in range(12) for view in range(3)}


@pytest.mark.parametrize(
    ("how", "name", "part"),
    [
        ("", "C0001_0002", "C0001_0002"),
        ("5", "C0001_0002", "C0001"),
        ("50", "C0001", "C0001"),
        ("^C[0-9]+", "C0001_0002", "C0001"),
        ("_([0-9]+)", "C0001_0002", "0002"),
        ("X.*", "C0001_0002", "C0001_0002"),
        ("X*", "C0001_0002", "C0001_0002"),
        ("(X)?C", "C0001_0002", "C0001_0002"),
    ],
    ids=["nothing", "length", "short name", "regex", "group", "not found", "found empty", "group not there"],
)
def test_a_part_is_told_by_its_name(how: str, name: str, part: str) -> None:
    assert part_naming(how)(name) == part


@pytest.mark.parametrize(("how", "says"), [("0", "at least 1"), ("(", "no regular expression")])
def test_what_tells_no_part(how: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        part_naming(how)


def test_views_of_one_part_are_in_one_half() -> None:
    apart = group_images(VIEWS, part_naming(""))
    assert apart.groups == ()
    assert any(len({apart.chooses[f"C{part:04d}_{view:04d}"] for view in range(3)}) == 2 for part in range(12))
    together = group_images(VIEWS, part_naming("5"))
    assert all(len({together.chooses[f"C{part:04d}_{view:04d}"] for view in range(3)}) == 1 for part in range(12))
    assert set(together.chooses.values()) == {True, False}
    assert together.groups[0] == "C0000_0000, C0000_0001, C0000_0002: views of one part"


def test_equal_files_are_in_one_half_and_move_no_other_image() -> None:
    before = group_images(VIEWS, part_naming("")).chooses
    copies = {f"copy-{number}": digest for number, digest in enumerate(VIEWS.values())}
    found = group_images({**VIEWS, **copies}, part_naming(""))
    assert {name: found.chooses[name] for name in VIEWS} == before
    assert all(found.chooses[f"copy-{number}"] == before[name] for number, name in enumerate(VIEWS))
    assert found.groups[0] == "C0000_0000, copy-0: the same file"


def test_a_file_that_links_two_parts_makes_them_one() -> None:
    names = {"a_1": "x", "a_2": "y", "b_1": "y", "b_2": "z", "c_1": "w"}
    found = group_images(names, part_naming("1"))
    assert len({found.chooses[name] for name in ("a_1", "a_2", "b_1", "b_2")}) == 1
    assert found.groups == ("a_1, a_2, b_1, b_2: linked by both",)
