"""Rule files as ACE writes them: new files, span edits, operations, lint and rule tests."""
