"""The event log: written append-only, redacted, read back whole."""
