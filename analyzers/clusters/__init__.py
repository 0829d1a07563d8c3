"""From findings to clusters with ids that stay."""
