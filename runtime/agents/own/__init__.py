"""People's own agents, reached by dotted path, as a command with JSON lines, or over HTTP."""
