import pytest
from pydantic import ValidationError

from runtime.models.settings import ControllerSettings

OPENAI = {"kind": "openai", "model": "m", "base_url": "http://127.0.0.1:8000/v1"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "openai"}, "needs model and base_url"),
        ({"kind": "recorded"}, "needs cassette"),
        ({"kind": "scripted"}, "needs script"),
        ({"kind": "local"}, "needs model"),
        ({"kind": "local", "model": "m", "device": "tpu"}, "device"),
        ({**OPENAI, "vision": True, "image_max_px": 8}, "image_max_px"),
        ({"kind": "recorded", "cassette": "c", "record": "d"}, "cannot be recorded again"),
        ({**OPENAI, "api_key": "sk-1"}, "Extra inputs"),
        ({**OPENAI, "api_key_env": "sk-secret"}, "api_key_env"),
        ({**OPENAI, "retries": -1}, "retries"),
        ({**OPENAI, "timeout_s": 0}, "timeout_s"),
        ({**OPENAI, "concurrency": 0}, "concurrency"),
        ({**OPENAI, "price_in_usd_per_mtok": -1}, "price_in"),
        ({**OPENAI, "structured_output": "xml"}, "structured_output"),
        ({"kind": "simulated", "obey": 1.5}, "obey"),
        ({"kind": "simulated", "failure_rates": {"repeat": 2}}, "failure_rates"),
        ({"kind": "magic"}, "kind"),
    ],
)
def test_unusable_settings_are_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ControllerSettings.model_validate(fields)


def test_a_kind_needs_only_its_own_fields() -> None:
    assert ControllerSettings.model_validate(OPENAI).structured_output == "auto"
    assert ControllerSettings.model_validate({"kind": "simulated"}).obey == 0.85


def test_only_a_model_that_sees_is_shown_images() -> None:
    assert ControllerSettings.model_validate(OPENAI).shown_image_px == 0
    assert ControllerSettings.model_validate({**OPENAI, "image_max_px": 512}).shown_image_px == 0
    assert ControllerSettings.model_validate({**OPENAI, "vision": True}).shown_image_px == 768
    assert ControllerSettings.model_validate({**OPENAI, "vision": True, "image_max_px": 512}).shown_image_px == 512


@pytest.mark.parametrize("model", ["a\udcffb", "a\nb", "\x1b[31m", "\u202e"])
def test_a_model_is_a_name_that_can_be_written_down(model: str) -> None:
    with pytest.raises(ValidationError, match="model holds control characters or bytes that are no UTF-8"):
        ControllerSettings(kind="openai", model=model, base_url="http://127.0.0.1/v1")


def test_a_price_is_one_that_a_cost_can_be_reckoned_with() -> None:
    with pytest.raises(ValidationError, match="price_in_usd_per_mtok"):
        ControllerSettings(kind="simulated", price_in_usd_per_mtok=1e300)
