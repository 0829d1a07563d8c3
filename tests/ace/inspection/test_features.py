"""What the plain detector finds, and which of it is real."""

from pathlib import Path

import cv2
import numpy as np

from ace.inspection.features import all_features, image_features
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.agents.inspector.sample import CastingSample
from runtime.inspection.calibration import judge_candidates
from runtime.inspection.castings import casting_mask, make_casting
from runtime.inspection.counts import ImageCounts


def test_the_features_are_those_that_the_calibration_has() -> None:
    found = image_features(drawn_sample(5, "dev"), None)
    judged = judge_candidates(make_casting(5))
    assert found.measures == tuple(one.measures for one in judged)
    assert found.real == tuple(one.is_real for one in judged)
    assert found.truth == make_casting(5).voids
    everything = found.counts(range(len(found.candidates)))
    assert everything == ImageCounts(
        len(judged), sum(found.real), len(judged) - sum(found.real), len(found.truth) - sum(found.real)
    )
    assert found.counts(()) == ImageCounts(0, 0, 0, len(found.truth))
    assert found.seconds > 0


def test_a_file_with_a_mask_is_the_same_image_and_one_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "a.png"), np.array(make_casting(5).pixels))
    assert cv2.imwrite(str(tmp_path / "a_mask.png"), casting_mask(5))
    (tmp_path / "b.png").write_bytes(b"no image")
    samples = [
        CastingSample(id=name, case=name, agent="inspector", split="dev", image=f"{name}.png", mask="a_mask.png")
        for name in ("a", "b")
    ]
    looked_at: list[int] = []
    found, left_out = all_features(samples, tmp_path, lambda: looked_at.append(1))
    drawn = image_features(drawn_sample(5, "dev"), None)
    assert [one.measures for one in found] == [drawn.measures]
    assert sorted(found[0].truth) == sorted(drawn.truth)
    assert len(left_out) == 1
    assert "b.png" in left_out[0]
    assert len(looked_at) == 2
