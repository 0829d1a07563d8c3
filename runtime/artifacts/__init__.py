"""Content-addressed store of what tools make."""
