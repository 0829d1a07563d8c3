"""Proposals, the git branches that carry them, and what a reviewer reads."""
