"""Is anything listening at a local model server's address? Asked once before a batch, not once an episode."""

import asyncio
import contextlib
from urllib.parse import urlsplit

from runtime.contracts.errors import ModelUnavailableError
from runtime.models.server_address import check_url, is_loopback, shown_url
from runtime.models.settings import ControllerSettings

CONNECT_S = 3.0


async def check_reachable(settings: ControllerSettings) -> None:
    """Return when requests are worth trying. Only this machine's own servers are asked: others may be behind a proxy.

    Raises: ModelUnavailableError when nothing listens there.
    """
    if settings.kind != "openai":
        return
    check_url(settings.base_url)
    if not is_loopback(settings.base_url):
        return
    parts = urlsplit(settings.base_url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        async with asyncio.timeout(CONNECT_S):
            _, writer = await asyncio.open_connection(parts.hostname, port)
    except (OSError, TimeoutError) as exc:
        raise ModelUnavailableError(
            f"nothing answers at {shown_url(settings.base_url)} (connection failed: {str(exc) or 'timeout'}); "
            "start the server there, or correct base_url"
        ) from exc
    writer.close()
    # It listens, which is all that was asked; a server may well hang up on who says nothing.
    with contextlib.suppress(OSError):
        await writer.wait_closed()
