"""Where pull or merge requests are opened, if anywhere."""

import re
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, field_validator

from runtime.contracts.sample import Frozen

_LABEL = Annotated[str, StringConstraints(pattern=r"^[^,\x00-\x1f\x7f]{1,50}$")]


class ForgeSettings(Frozen):
    """The forge that `ace open` speaks to. kind "none": proposals stay branches, which any git host carries.

    `api`: address of its HTTP API (None: that of github.com or gitlab.com); GitHub Enterprise has
    https://HOST/api/v3, a GitLab of one's own https://HOST/api/v4. `project`: owner/name, or the whole path of groups
    (None: read from the address of `review.remote`). `token_env`: the variable that holds the token (None:
    GITHUB_TOKEN or GITLAB_TOKEN). `labels` are put on each request once. `ca_bundle`: certificates to trust instead of
    the usual ones, a path from the repository's top.

    `timeout_s` is for one answer; `wait_s` is the longest one request waits in all when the forge says it is busy.
    """

    kind: Literal["none", "github", "gitlab"] = "none"
    api: str | None = None
    project: str | None = None
    token_env: str | None = None
    labels: tuple[_LABEL, ...] = ("ace",)
    ca_bundle: str | None = None
    timeout_s: float = Field(default=20.0, gt=0, le=300)
    wait_s: float = Field(default=60.0, ge=0, le=3600)

    @field_validator("token_env")
    @classmethod
    def _names_a_variable(cls, value: str | None) -> str | None:
        # Upper case only: a token put here by mistake would be shown as if it were a name.
        if value is not None and not re.fullmatch(r"[A-Z][A-Z0-9_]{0,79}", value):
            raise ValueError("must be the name of an environment variable in capitals, never a token itself")
        return value

    @field_validator("project")
    @classmethod
    def _is_a_path(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)+", value):
            raise ValueError("must be a path such as owner/name or group/subgroup/name")
        return value

    @property
    def token_name(self) -> str:
        """The variable the token is read from."""
        return self.token_env or ("GITLAB_TOKEN" if self.kind == "gitlab" else "GITHUB_TOKEN")
