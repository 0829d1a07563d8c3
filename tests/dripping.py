"""A server that answers one byte after the other, or one line, and never comes to an end."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

# Each pause is far below any limit on a single read.
_PAUSE_S = 0.05


@contextmanager
def dripping(begin: bytes, more: bytes) -> Iterator[str]:
    """Yield the address of a server that sends `begin` to each client, and then `more` again and again."""
    is_over = threading.Event()

    def drip(client: socket.socket) -> None:
        with client, suppress(OSError):
            client.sendall(begin)
            while not is_over.wait(_PAUSE_S):
                client.sendall(more)

    def serve(server: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, _ = server.accept()
                threading.Thread(target=drip, args=(client,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, args=(server,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}"
        finally:
            is_over.set()
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
