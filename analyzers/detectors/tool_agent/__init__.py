"""Failures of any agent that talks and calls tools, read from its messages alone."""
