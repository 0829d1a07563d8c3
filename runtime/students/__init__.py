"""Students: who is being taught."""
