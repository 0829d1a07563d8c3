"""One frozen configuration: flag > environment > file > default."""
