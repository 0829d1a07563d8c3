"""`ace`: commands by name, loaded when used; errors people can act on, without traceback."""

import sys

from ace.commands.group import run

OK, ERROR, USAGE, INTERRUPTED = 0, 1, 64, 130


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code: 0 ok, 1 error, 64 usage, 75 busy, 130 interrupted."""
    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    raise SystemExit(main())
