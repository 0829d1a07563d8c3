"""Pull and merge requests on GitHub and GitLab over their HTTP APIs; plain git where there is neither."""
