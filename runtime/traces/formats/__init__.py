"""Other people's traces: in, and out again."""
