"""What the tools are configured with."""

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from runtime.contracts.sample import Frozen, NamedPath
from runtime.models.settings import ControllerSettings

MAX_TIMEOUT_S = 3600.0
Timeout = Annotated[float, Field(gt=0, le=MAX_TIMEOUT_S)]


class WebSettings(Frozen):
    """A search endpoint. `allow`: hosts (with their sub-domains) that results may come from; empty refuses all.

    `endpoint` is asked with GET and `q=`; it answers JSON as SearXNG does: {"results": [{"url", "title", "content"}]}.
    """

    endpoint: str = Field(pattern=r"^https?://")
    allow: tuple[str, ...] = ()
    api_key_env: str = Field(default="", pattern=r"^([A-Za-z_][A-Za-z0-9_]*)?$")
    timeout_s: float = Field(default=10.0, gt=0, le=120)
    max_results: int = Field(default=3, ge=1, le=10)

    @field_validator("endpoint")
    @classmethod
    def _names_a_host(cls, value: str) -> str:
        try:
            parts = urlsplit(value)
            is_address = bool(parts.hostname) and parts.port != 0 and not any(map(str.isspace, value))
        except ValueError:
            is_address = False
        if not is_address:
            raise ValueError("not an http(s) address with a host; write it like http://127.0.0.1:8888/search")
        return value


class ToolSettings(Frozen):
    """All tools. `models`: the cache that `make models` fills (default: $ACE_MODELS_DIR, else ~/.cache/ace/models).

    `describer`: a vision-language model that image_findings may ask to describe the image. `references`: folders of
    samples whose development images it compares with (default: those of `samples`). `timeouts_s`: seconds by tool.
    """

    web: WebSettings | None = None
    describer: ControllerSettings | None = None
    models: NamedPath | None = None
    references: tuple[NamedPath, ...] = ()
    timeouts_s: dict[str, Timeout] = Field(default_factory=dict)
