from pathlib import Path

from ace.paths import shipped
from runtime.samples.load_samples import load_samples
from runtime.vision.reference_images import load_references


def test_the_shipped_references_are_real_open_pictures() -> None:
    folders = [shipped("samples")]
    found = load_references(folders)
    assert len(found) > 15
    assert list(found) == sorted(set(found))
    assert {"CT", "MR", "US", "XR"} <= {one.modality for one in found}
    assert not any(one.ref.startswith("phantom:") for one in found)
    dev = {sample.image for sample in load_samples(folders, frozenset({"dev"}), "tutor").samples}
    assert {one.ref for one in found} <= dev


def test_pictures_of_sealed_and_must_pass_cases_alone_are_left_out(tmp_path: Path) -> None:
    source = (shipped("samples") / "tutor" / "chest-xr.yaml").read_text()
    (tmp_path / "tutor").mkdir()
    for split in ("sealed", "must_pass"):
        text = source.replace("split: dev", f"split: {split}").replace("chest-xr.", f"{split.replace('_', '-')}.")
        (tmp_path / "tutor" / f"{split}.yaml").write_text(text)
    assert load_references([tmp_path]) == ()
    (tmp_path / "tutor" / "dev.yaml").write_text(source)
    assert [(one.modality, one.organ) for one in load_references([tmp_path])] == [("XR", "chest")]


def test_a_folder_that_is_not_there_gives_none(tmp_path: Path) -> None:
    assert load_references([tmp_path / "nowhere"]) == ()
