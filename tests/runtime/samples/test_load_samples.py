import os
from pathlib import Path

import pytest

from runtime.contracts.sample import Split
from runtime.images.load_image import load_image
from runtime.samples.load_samples import load_samples

HEAD = "schema: 1\nagent: tutor\nimage: a.png\nmodality: CT\norgan: head\nsource:\n  - reference: an image\ncases:\n"
CASE = """\
  - id: {id}
    split: {split}
    question: What is zero on the scale?
    options:
      A: Air
      B: Water
      C: Fat
    answer: B
    students:
      - level: novice
        belief: Dark is bright.
        choice: A
      - level: medium
        belief: Fat is water.
        choice: C
      - level: expert
        belief: Air is fat.
        choice: A
"""
OWN = Path(__file__).parents[3] / "samples"


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / "tutor" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def _case(case_id: str, split: str = "dev") -> str:
    return CASE.format(id=case_id, split=split)


def test_cases_of_several_folders_come_sorted_three_to_a_case(tmp_path: Path) -> None:
    _write(tmp_path / "one", "z.yaml", HEAD + _case("b.two") + _case("b.one"))
    _write(tmp_path / "two", "a.yaml", HEAD + _case("a.one"))
    samples, problems = load_samples([tmp_path / "one", tmp_path / "two"], None, "tutor")
    assert problems == ()
    assert [sample.id for sample in samples] == sorted(
        f"{case}~{level}" for case in ("a.one", "b.one", "b.two") for level in ("novice", "medium", "expert")
    )


@pytest.mark.parametrize(
    ("split", "cases"),
    [
        (None, {"a.dev", "a.must"}),
        (frozenset({"dev"}), {"a.dev"}),
        (frozenset({"sealed"}), {"a.sealed"}),
        (frozenset({"dev", "sealed", "must_pass"}), {"a.dev", "a.must", "a.sealed"}),
        (frozenset(), set()),
    ],
    ids=["default", "dev", "sealed", "all", "none"],
)
def test_sealed_samples_come_only_when_asked_for(
    tmp_path: Path, split: frozenset[Split] | None, cases: set[str]
) -> None:
    text = HEAD + _case("a.dev") + _case("a.sealed", "sealed") + _case("a.must", "must_pass")
    _write(tmp_path, "a.yaml", text)
    samples, _ = load_samples([tmp_path], split, "tutor")
    assert {sample.case for sample in samples} == cases


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("    answer: B\n", "    answer: D\n", "cases.0.answer", "line 16: answer D is not an option; use one of A"),
        ("    answer: B\n", "", "cases.0.answer", "line 9: field 'answer' is missing; add it"),
        (
            "    answer: B\n",
            "    anwser: B\n",
            "cases.0.anwser",
            "line 16: unknown field 'anwser'; did you mean `answer`",
        ),
        ("        choice: C\n", "        choice: B\n", "cases.0.students.1.choice", "line 23: choice B is the answer"),
        ("level: expert", "level: guru", "cases.0.students.2.level", "line 24: level: input should be 'novice'"),
        ("belief: Dark", "believe: Dark", "cases.0.students.0.believe", "did you mean `belief`"),
        ("split: dev", "split: test", "cases.0.split", "line 10: split: input should be 'dev'"),
        ("A: Air", "A: 5", "cases.0.options.A", "line 13: A: input should be a valid string"),
        (
            "  - id: bad.one\n    split: dev\n",
            "  - just text\n  - id: bad.one\n    split: dev\n",
            "cases.0",
            "line 9: ",
        ),
    ],
    ids=["answer", "missing", "misspelt", "choice", "level", "student-field", "split", "number", "not-a-mapping"],
)
def test_a_bad_case_is_reported_with_its_line_and_the_rest_goes_on(
    tmp_path: Path, old: str, new: str, where: str, said: str
) -> None:
    bad = _case("bad.one")
    assert old in bad
    path = _write(tmp_path, "a.yaml", HEAD + bad.replace(old, new, 1) + _case("good.one"))
    samples, problems = load_samples([tmp_path], None, "tutor")
    assert "good.one" in {sample.case for sample in samples}
    match = [problem for problem in problems if problem.where == where]
    assert match
    assert match[0].path == str(path)
    assert said in match[0].problem


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("", "file", "no content"),
        ("schema: 1\n  bad: [\n", "file", "line 2: not valid YAML"),
        (HEAD.replace("image: a.png", "image: a.png\nimage: b.png") + _case("a.b"), "file", "written twice"),
        (HEAD.replace("schema: 1", "schema: 2") + _case("a.b"), "schema", "line 1: schema: input should be 1"),
        (HEAD.replace("organ: head", "organs: head") + _case("a.b"), "organs", "line 5: unknown field 'organs'"),
        (HEAD.replace("agent: tutor", "agent: inspector") + _case("a.b"), "agent", "line 2: this file is for agent"),
        (HEAD.replace("cases:\n", "cases: []\n"), "cases", "line 8: "),
        (HEAD + "  - &a\n    x: *a\n", "file", "line 9: an anchor"),
        ("x: " + "y" * 600_000, "file", "more than"),
    ],
    ids=["empty", "syntax", "twice", "schema", "head-field", "agent", "no-cases", "alias", "too-large"],
)
def test_a_bad_file_is_reported_and_other_files_go_on(tmp_path: Path, text: str, where: str, said: str) -> None:
    path = _write(tmp_path, "a.yaml", text)
    _write(tmp_path, "b.yaml", HEAD + _case("good.one"))
    samples, problems = load_samples([tmp_path], None, "tutor")
    assert len(samples) == 3
    assert [(problem.path, problem.where) for problem in problems] == [(str(path), where)]
    assert said in problems[0].problem


def test_an_id_used_twice_keeps_the_first_and_names_both_places(tmp_path: Path) -> None:
    first = _write(tmp_path, "a.yaml", HEAD + _case("same.id"))
    second = _write(tmp_path, "b.yaml", HEAD + _case("other.id") + _case("same.id", "sealed"))
    samples, problems = load_samples([tmp_path], frozenset({"dev", "sealed"}), "tutor")
    assert {(sample.case, sample.split) for sample in samples} == {("same.id", "dev"), ("other.id", "dev")}
    assert [(problem.path, problem.where) for problem in problems] == [(str(second), "cases.1.id")]
    assert f"already used at {first}:9; rename" in problems[0].problem


def test_what_cannot_be_opened_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    (tmp_path / "tutor" / "a.yaml").mkdir(parents=True)
    samples, problems = load_samples([tmp_path, tmp_path / "absent"], None, "tutor")
    assert samples == ()
    assert [problem.where for problem in problems] == ["file", "folder"]
    assert "cannot be read" in problems[0].problem
    assert "no folder 'tutor'" in problems[1].problem


@pytest.mark.parametrize("agent", ["", "..", "../tutor", "a/b"])
def test_an_agents_name_is_no_path(tmp_path: Path, agent: str) -> None:
    samples, problems = load_samples([tmp_path], None, agent)
    assert (samples, len(problems)) == ((), 1)


def test_the_projects_own_samples_are_sound_and_their_images_readable() -> None:
    samples, problems = load_samples([OWN], frozenset({"dev", "sealed", "must_pass"}), "tutor")
    assert problems == ()
    assert {sample.split for sample in samples} == {"dev", "sealed", "must_pass"}
    for ref in sorted({sample.image for sample in samples if sample.image}):
        assert load_image(ref).pixels.size


IMAGES = {
    "missing package file": ("pydicom:no-such-file.dcm", "no such file"),
    "out of the package": ("skimage:../../secret", "leaves its folder"),
    "escaping": ("../a.png", "leaves its folder"),
    "absolute": ("/etc/hostname", "absolute path"),
    "file address": ("file:///etc/hostname", "unknown kind of reference 'file'"),
    "web address": ("https://example.test/a.png", "unknown kind of reference 'https'"),
    "link out": ("out.png", "leaves its folder"),
    "pipe": ("pipe.png", "a folder, pipe or device"),
    "folder": ("folder", "a folder, pipe or device"),
    "missing": ("none.png", "no such file"),
    "below a file": ("a.png/b.png", "no such file"),
    "empty": ("empty.png", "zero bytes"),
    "artifact": ("artifact://sha256/12", "64 hex digits"),
}


@pytest.fixture
def images(tmp_path: Path) -> Path:
    base = tmp_path / "base"
    (base / "folder").mkdir(parents=True)
    (base / "a.png").write_bytes(b"x")
    (base / "empty.png").touch()
    (tmp_path / "outside.png").write_bytes(b"x")
    (base / "out.png").symlink_to(tmp_path / "outside.png")
    os.mkfifo(base / "pipe.png")
    return base


@pytest.mark.parametrize(("image", "says"), IMAGES.values(), ids=IMAGES)
def test_an_image_that_cannot_be_had_is_reported_with_its_line(
    image: str, says: str, images: Path, tmp_path: Path
) -> None:
    path = _write(tmp_path, "bad.yaml", HEAD.replace("a.png", image) + _case("a.one"))
    _write(tmp_path, "good.yaml", HEAD + _case("a.two"))
    samples, problems = load_samples([tmp_path], None, "tutor", images)
    assert {sample.case for sample in samples} == {"a.two"}
    (problem,) = problems
    assert (problem.path, problem.where) == (str(path), "image")
    assert problem.problem.startswith("line 3: ")
    assert says in problem.problem


def test_without_a_base_folder_only_paths_that_no_folder_could_hold_are_reported(tmp_path: Path) -> None:
    for name, image in (("one", "none.png"), ("two", "/none.png"), ("three", "a/../../none.png")):
        _write(tmp_path, f"{name}.yaml", HEAD.replace("a.png", image) + _case(f"a.{name}"))
    samples, problems = load_samples([tmp_path], None, "tutor")
    assert {sample.case for sample in samples} == {"a.one"}
    assert len(problems) == 2


def test_a_bad_image_does_not_hide_what_is_wrong_with_the_cases(images: Path, tmp_path: Path) -> None:
    _write(tmp_path, "bad.yaml", HEAD.replace("a.png", "none.png") + _case("a.one").replace("answer: B", "answer: D"))
    assert [item.where for item in load_samples([tmp_path], None, "tutor", images).problems] == [
        "image",
        "cases.0.answer",
    ]


def test_a_pipe_in_place_of_a_sample_file_is_reported_and_not_opened(tmp_path: Path) -> None:
    _write(tmp_path, "good.yaml", HEAD + _case("a.one"))
    os.mkfifo(tmp_path / "tutor" / "pipe.yaml")
    samples, problems = load_samples([tmp_path], None, "tutor")
    assert len(samples) == 3
    assert [problem.where for problem in problems] == ["file"]
    assert "a folder, pipe or device" in problems[0].problem


def test_a_huge_file_is_refused_without_being_read(tmp_path: Path) -> None:
    path = _write(tmp_path, "a.yaml", HEAD + _case("a.one"))
    os.truncate(path, 2**40)
    _, problems = load_samples([tmp_path], None, "tutor")
    assert [problem.problem for problem in problems] == [f"the file has {2**40} bytes, more than 524288; split it"]


@pytest.mark.parametrize(
    ("name", "says"),
    [("a.yml", "a.yml: file: is not read: rename it to a.yaml"), ("b.YAML", "rename it to b.yaml")],
)
def test_a_file_under_another_ending_is_not_passed_over_in_silence(name: str, says: str, tmp_path: Path) -> None:
    _write(tmp_path, name, HEAD + _case("a.one"))
    _write(tmp_path, "good.yaml", HEAD + _case("a.two"))
    samples, problems = load_samples([tmp_path], None, "tutor")
    assert {sample.case for sample in samples} == {"a.two"}
    (problem,) = problems
    assert says in f"{problem.path}: {problem.where}: {problem.problem}"


def test_a_folder_without_sample_files_says_so(tmp_path: Path) -> None:
    (tmp_path / "tutor/deeper").mkdir(parents=True)
    (tmp_path / "tutor/deeper/a.yaml").write_text(HEAD + _case("a.one"))
    (tmp_path / "tutor/README.md").write_text("about")
    _, problems = load_samples([tmp_path], None, "tutor")
    assert [problem.problem for problem in problems] == ["holds no *.yaml; put sample files there"]


def test_a_link_to_nothing_and_a_name_no_folder_can_have_say_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tutor").mkdir()
    (tmp_path / "tutor/a.yaml").symlink_to(tmp_path / "gone")
    (tmp_path / "tutor/b.yaml").symlink_to("b.yaml")
    _, problems = load_samples([tmp_path, tmp_path / ("x" * 5000)], None, "tutor")
    assert [problem.problem for problem in problems] == [
        "leads to no file; put the file there, or remove the link",
        "cannot be read (Too many levels of symbolic links); check its permissions and links",
        "cannot be looked into (File name too long); check its name and permissions",
    ]
