"""Playbooks of other programs: read into rule files, and written from them, with what is lost on the way."""
