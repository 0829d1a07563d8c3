"""The whole loop in one command."""
