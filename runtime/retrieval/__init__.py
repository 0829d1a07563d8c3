"""The local text index."""
