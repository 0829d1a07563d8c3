"""Which controller to build, as configuration files say it."""

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from runtime.models.response_format import StructuredOutput

Rate = Annotated[float, Field(ge=0, le=1)]
Price = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class ControllerSettings(BaseModel):
    """One controller. Only the fields of its kind are used; relative paths are taken from the working directory."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["openai", "local", "simulated", "scripted", "recorded"]
    """The back-end."""
    model: str = ""
    """Model name as the server knows it, needed for openai; folder of a local model's files, needed for local."""
    base_url: str = ""
    """Address of the API, usually ending in /v1; needed for openai, so that nothing is sent anywhere by default."""
    api_key_env: str = Field(default="OPENAI_API_KEY", pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    """Environment variable that holds the key; the key itself is never configuration."""
    temperature: float = Field(default=0.7, ge=0, le=2)
    """Sampling temperature."""
    timeout_s: float = Field(default=60.0, gt=0, allow_inf_nan=False)
    """Longest one attempt may take."""
    retries: int = Field(default=4, ge=0, le=100)
    """Further attempts after the first when the failure may pass."""
    concurrency: int = Field(default=4, ge=1)
    """Most requests under way at once."""
    price_in_usd_per_mtok: Price = 0.0
    """US dollars per million prompt tokens."""
    price_out_usd_per_mtok: Price = 0.0
    """US dollars per million completion tokens."""
    price_cached_in_usd_per_mtok: Price | None = None
    """US dollars per million cached prompt tokens; absent means the full prompt price."""
    vision: bool = False
    """The model sees images: the case's goes with the first message, the newest a tool made with its result, as PNG."""
    image_max_px: int = Field(default=768, ge=64, le=4096)
    """Longer side of the images it is shown; larger ones are shrunk."""
    device: str = Field(default="auto", pattern=r"^(auto|cpu|mps|cuda(:[0-9]{1,3})?)$")
    """Where a local model runs; auto is the first GPU, else the processor."""
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    """Number format of a local model's weights; auto is that of its files."""
    structured_output: StructuredOutput = "auto"
    """How JSON is asked for."""
    join_turns: bool = False
    """Send neighbouring messages of one role as one; Gemma's and Mistral's chat templates refuse two in a row."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """What the server calls the length limit."""
    cassette: Path | None = None
    """Recording to replay; needed for recorded."""
    script: Path | None = None
    """JSON file with a list of texts; needed for scripted."""
    record: Path | None = None
    """Where to keep every answer for replay; appended to."""
    obey: Rate = 0.85
    """How often the simulated controller follows an injected rule that has a condition."""
    failure_rates: dict[str, Rate] = Field(default_factory=dict)
    """The simulated controller's failure rates by name, over its defaults."""

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> Self:
        needs: dict[str, tuple[str, ...]] = {
            "openai": ("model", "base_url"),
            "local": ("model",),
            "recorded": ("cassette",),
            "scripted": ("script",),
        }
        missing = [name for name in needs.get(self.kind, ()) if not getattr(self, name)]
        if missing:
            raise ValueError(f"a controller of kind {self.kind} needs {' and '.join(missing)}")
        if not self.model.isprintable():
            raise ValueError("model holds control characters or bytes that are no UTF-8; write its name anew")
        if self.kind == "recorded" and self.record is not None:
            raise ValueError("a recording cannot be recorded again; remove record, or choose another kind")
        return self

    @property
    def shown_image_px(self) -> int:
        """Longer side of the images it is shown, 0 where it sees none."""
        return self.image_max_px if self.vision else 0
