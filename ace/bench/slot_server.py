"""A chat server with a fixed delay and a slot limit, run as `python -m ace.bench.slot_server SLOTS DELAY_S`.

It prints its port, then answers every request with the same probe. More requests than slots wait their turn.
"""

import asyncio
import json
import sys

BODY = {
    "id": "c-1",
    "object": "chat.completion",
    "created": 1,
    "model": "slots",
    "choices": [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {
                "role": "assistant",
                "content": json.dumps({"action": "ASK_PROBE", "text": "What do you see at the edge of the picture?"}),
            },
        }
    ],
    "usage": {"prompt_tokens": 900, "completion_tokens": 20, "total_tokens": 920},
}


async def serve(slots: int, delay_s: float) -> None:
    """Serve until the process ends."""
    free = asyncio.Semaphore(slots)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await _head(reader):
            await reader.readexactly(_length(head))
            async with free:
                await asyncio.sleep(delay_s)
            body = json.dumps(BODY).encode()
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
            )
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


async def _head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


def _length(head: bytes) -> int:
    lines = head.lower().split(b"\r\n")
    return next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2])))
