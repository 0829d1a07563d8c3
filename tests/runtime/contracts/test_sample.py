"""Samples as they are read: nothing unknown, nothing changed later."""

import pytest
from pydantic import ValidationError

from tests.runtime.builders import SAMPLE, sample


def test_the_answers_text_is_that_of_its_letter() -> None:
    assert SAMPLE.answer_text == "Pleural effusion"
    assert sample(answer="D").answer_text == "Pneumothorax"
    assert sample(options={}, answer="fluid").answer_text == "fluid"


@pytest.mark.parametrize("change", [{"split": "train"}, {"expect": "maybe"}, {"surprise": 1}, {"student": {}}])
def test_what_is_no_sample_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        sample(**change)


def test_a_sample_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        SAMPLE.answer = "A"
