"""Decisions of people against a proposal, kept so that it does not come back."""
