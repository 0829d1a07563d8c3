"""Asking a local server's address before a batch."""

import contextlib
import socket
import struct
import threading

import pytest

from runtime.contracts.errors import ModelUnavailableError
from runtime.models.reachable import check_reachable
from runtime.models.settings import ControllerSettings


def _settings(port: int, host: str = "127.0.0.1") -> ControllerSettings:
    return ControllerSettings(kind="openai", model="m", base_url=f"http://{host}:{port}/v1")


async def test_a_listening_server_is_fine() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        await check_reachable(_settings(server.getsockname()[1]))


async def test_a_dead_one_is_named_with_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(ModelUnavailableError, match=rf"127\.0\.0\.1:{port}/v1 .*start the server"):
        await check_reachable(_settings(port))


async def test_servers_elsewhere_and_other_back_ends_are_not_asked() -> None:
    await check_reachable(_settings(1, "model.example.invalid"))
    await check_reachable(ControllerSettings(kind="simulated"))


async def test_a_server_that_hangs_up_at_once_is_there_or_named() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        # Without lingering, closing resets the connection, now before and now after it counts as made.
        server.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

        def hang_up() -> None:
            for _ in range(40):
                server.accept()[0].close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        for _ in range(40):
            with contextlib.suppress(ModelUnavailableError):
                await check_reachable(_settings(server.getsockname()[1]))
        thread.join()
