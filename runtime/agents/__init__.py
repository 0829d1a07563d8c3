"""Agents: prompt, actions, tools, gates and scorer put together."""
