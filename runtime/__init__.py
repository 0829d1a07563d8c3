"""The stable interface everything improves against: state, tools, gates, models, traces."""
