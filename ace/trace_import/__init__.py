"""Other people's traces: read from files, kept as a run."""
