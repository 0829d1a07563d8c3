"""Words as people and tools read them: escaped, counted, in columns, as SARIF. Pure."""
