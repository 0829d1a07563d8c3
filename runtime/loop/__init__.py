"""Running episodes and batches."""
