import os
from pathlib import Path

import pytest
from pydantic import Field

from runtime.contracts.sample import Frozen, SampleRef
from runtime.rules.read_yaml import YamlDocument, read_yaml_with_marks
from runtime.samples.file_reader import MAX_FILE_BYTES, FileReader, read_document, sample_files


class _Inner(Frozen):
    size: int = 0


class _Outer(Frozen):
    name: str = Field(alias="called")
    inner: tuple[_Inner, ...] = ()


TEXT = b"called: plate\ninner:\n  - size: 3\n  - sise: 4\n"


def _reader(data: bytes, problems: list[SampleRef]) -> tuple[FileReader, YamlDocument]:
    document = read_yaml_with_marks(data, "a.yaml")
    return FileReader("a.yaml", document, problems, {"inner": _Inner}), document


def test_yaml_files_of_the_agents_folder_come_in_order(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "notes.md", "c.yml"):
        (tmp_path / "shop").mkdir(exist_ok=True)
        (tmp_path / "shop" / name).touch()
    problems: list[SampleRef] = []
    assert [path.name for path in sample_files([tmp_path], "shop", problems)] == ["a.yaml", "b.yaml"]
    assert [problem.problem for problem in problems] == ["is not read: rename it to c.yaml"]


@pytest.mark.parametrize(
    ("agent", "said"),
    [("none", "no folder 'none'"), ("void", "holds no *.yaml"), ("../x", "is not an agent's name"), ("", "is not an")],
    ids=["missing", "empty", "path", "no name"],
)
def test_what_keeps_a_folder_from_being_read_is_reported(tmp_path: Path, agent: str, said: str) -> None:
    (tmp_path / "void").mkdir()
    problems: list[SampleRef] = []
    assert list(sample_files([tmp_path], agent, problems)) == []
    assert said in problems[0].problem


def test_a_document_is_read_or_its_problem_told(tmp_path: Path) -> None:
    (tmp_path / "good.yaml").write_bytes(TEXT)
    (tmp_path / "broken.yaml").write_bytes(b"a: [")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "gone.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    with (tmp_path / "big.yaml").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    assert isinstance(read_document(tmp_path / "good.yaml"), YamlDocument)
    said = {name: read_document(tmp_path / f"{name}.yaml") for name in ("broken", "link", "pipe", "big")}
    for name, words in {"broken": "not valid YAML", "link": "leads to no", "pipe": "pipe", "big": "split it"}.items():
        assert words in str(said[name])


def test_a_wrong_field_is_reported_at_its_line_with_the_fields_of_where_it_stands() -> None:
    problems: list[SampleRef] = []
    reader, document = _reader(TEXT, problems)
    assert reader.validated(_Outer, document.value, ()) is None
    assert [(problem.path, problem.where) for problem in problems] == [("a.yaml", "inner.1.sise")]
    assert problems[0].problem == "line 4: unknown field 'sise'; did you mean `size`?"


def test_a_good_value_gives_the_model() -> None:
    problems: list[SampleRef] = []
    reader, document = _reader(b"called: plate\n", problems)
    assert reader.validated(_Outer, document.value, ()) == _Outer(called="plate")
    assert problems == []


def test_what_is_not_written_has_the_line_of_what_would_hold_it() -> None:
    problems: list[SampleRef] = []
    reader, _ = _reader(TEXT, problems)
    assert reader.line(("inner", 1, "size")) == 4
    assert reader.line(("nothing",)) == 1
    reader.report((), "is odd")
    assert (problems[0].where, problems[0].problem) == ("file", "line 1: is odd")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"a: 1\na: 2\n", "line 2: `a` is written twice"),
        (b"a: [", "line 2: not valid YAML"),
        (b"\xff", "line 1: byte 0xff"),
    ],
    ids=["twice", "broken", "not UTF-8"],
)
def test_a_documents_problem_says_its_line_and_leaves_the_path_to_who_tells_it(
    tmp_path: Path, data: bytes, says: str
) -> None:
    (tmp_path / "a.yaml").write_bytes(data)
    said = str(read_document(tmp_path / "a.yaml"))
    assert said.startswith(says)
    assert str(tmp_path) not in said
