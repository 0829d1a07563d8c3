"""From clusters to checked drafts of rule changes."""
