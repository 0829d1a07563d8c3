"""The token: read from the environment, handed to one header, and taken out of everything that is shown."""

import re
from collections.abc import Mapping

from ace.config.forge_settings import ForgeSettings
from ace.forges.errors import ForgeSetupError
from runtime.traces.redaction import redact_text

_HIDDEN = "[redacted:forge-token]"
_NEEDED: Mapping[str, str] = {
    "github": "a fine-grained token with `Pull requests: write` and `Contents: write` for the repository, in a "
    "workflow `GITHUB_TOKEN: ${{ github.token }}`",
    "gitlab": "a project or personal access token with the scope `api` and the role Developer or more",
}


class ForgeToken:
    """A token that no repr, format or traceback shows; `reveal` is called where the header is made, nowhere else."""

    def __init__(self, value: str, name: str) -> None:
        self._value, self.name = value, name
        # Each character as it is, as URLs write it, or as JSON may: an answer can hold the token in any of these.
        self._spelled = re.compile("".join(map(_spelled, value)))

    def __repr__(self) -> str:
        return f"ForgeToken({self.name})"

    def reveal(self) -> str:
        """Return the token itself."""
        return self._value

    def scrub(self, text: str) -> str:
        """Return `text` without the token, in whichever spelling, and without other secrets."""
        return redact_text(self.without(text))

    def without(self, text: str) -> str:
        """Return `text` without the token alone, in whichever spelling; JSON stays JSON."""
        return self._spelled.sub(_HIDDEN, text)


def _spelled(character: str) -> str:
    code = ord(character)
    escaped = r"\\?" if character in '/"\\' else ""
    return rf"(?:{escaped}{re.escape(character)}|(?i:%{code:02x}|\\u{code:04x}))"


def find_token(settings: ForgeSettings, environ: Mapping[str, str]) -> ForgeToken:
    """Return the token of the variable that `settings` names.

    Raises: ForgeSetupError when it is unset, or holds what no header can carry; the value is never quoted.
    """
    name = settings.token_name
    value = environ.get(name, "").strip()
    if not value:
        raise ForgeSetupError(f"no token for {settings.kind}: set {name} to {_NEEDED[settings.kind]}")
    if len(value) < 8 or not all("!" <= character <= "~" for character in value):
        raise ForgeSetupError(
            f"{name} holds no token (too short, or with spaces or non-ASCII characters); set it again"
        )
    return ForgeToken(value, name)
