"""Bundles: reviewed rules with their evidence, checksums and commit, for machines without git."""
