"""Controllers: one back-end a file."""
