"""Rules from a reviewed commit: read, check, evaluate, render."""
