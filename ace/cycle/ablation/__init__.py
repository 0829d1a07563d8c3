"""Leave one out: which of the rules in force do the work, on development samples."""
