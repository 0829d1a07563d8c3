"""Gates: pure functions from a proposal to a decision with its reason."""
