"""Judging drafts: screen, confirmation, guards and the control, on arms run side by side."""
