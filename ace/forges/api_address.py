"""The addresses of a forge's API. Pure."""

from urllib.parse import urlsplit

from ace.config.forge_settings import ForgeSettings
from ace.forges.errors import ForgeSetupError
from runtime.contracts.errors import ModelRefusedError
from runtime.models.server_address import check_url, is_loopback, shown_url

PUBLIC_API = {"github": "https://api.github.com", "gitlab": "https://gitlab.com/api/v4"}
# Hosts of a remote that the public APIs stand for; `ssh.` and `altssh.` are their addresses for port 443.
_PUBLIC_HOSTS = {"github": ("github.com", "ssh.github.com"), "gitlab": ("gitlab.com", "altssh.gitlab.com")}
_OWN_API = {"github": "/api/v3", "gitlab": "/api/v4"}


def api_address(settings: ForgeSettings) -> str:
    """Return the API's address without a slash at the end.

    Raises: ForgeSetupError for one that is no http(s) address, holds a user or query, or would send the token
        unencrypted to another machine.
    """
    given = settings.api or PUBLIC_API[settings.kind]
    try:
        check_url(given)
    except ModelRefusedError:
        raise ForgeSetupError(
            f"forge.api is not an http(s) address; write it like {PUBLIC_API[settings.kind]}"
        ) from None
    parts = urlsplit(given)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ForgeSetupError(
            f"forge.api {shown_url(given)} must hold no user, password, query or fragment; the token comes from "
            f"{settings.token_name}"
        )
    if parts.scheme == "http" and not is_loopback(given):
        raise ForgeSetupError(f"forge.api {shown_url(given)} would send the token unencrypted; write https://")
    return given.rstrip("/")


def graphql_address(api: str) -> str:
    """Return where GitHub's GraphQL is, beside its REST API: /api/graphql of an Enterprise server, else /graphql.

    Source: docs.github.com, "Forming calls with GraphQL" (and its Enterprise Server edition).
    """
    return f"{api.removesuffix('/v3')}/graphql"


def check_host(settings: ForgeSettings, remote: str, host: str) -> None:
    """Return when the API that a token would go to belongs to the remote's `host`.

    Raises: ForgeSetupError naming the setting, where no `api` is set and the host is not the public one.
    """
    if settings.api is None and host not in _PUBLIC_HOSTS[settings.kind]:
        example = f"https://{host}{_OWN_API[settings.kind]}"
        raise ForgeSetupError(
            f"remote {remote!r} is at {host}, but forge.api is not set, so the token would go to "
            f"{urlsplit(PUBLIC_API[settings.kind]).hostname}; set forge.api, for example {example} (or, where {host} "
            "only stands for the public host in your ssh settings, forge.project)"
        )
