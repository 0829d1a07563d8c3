"""The case's image for a page."""

from ace.report.trace_picture import LONGEST_PX, case_picture
from runtime.images.raster_image import png_header
from tests.ace.conftest import SmallRun


def test_a_samples_image_is_a_small_png(small_run: SmallRun) -> None:
    refs = [episode.header.image for episode in small_run.run.episodes if episode.header.image]
    picture = case_picture(small_run.session, refs[0])
    assert picture.png is not None
    header = png_header(picture.png)
    assert header is not None
    assert max(header.width, header.height) <= LONGEST_PX


def test_no_image_or_one_that_is_gone(small_run: SmallRun) -> None:
    assert case_picture(small_run.session, "") == (None, "")
    gone = case_picture(small_run.session, "no/such.png")
    assert gone.png is None
    assert gone.problem.startswith("without the case's image: ")
