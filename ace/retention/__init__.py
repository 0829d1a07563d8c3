"""What recorded runs take on disk, which of them something still needs, and removing the others."""
