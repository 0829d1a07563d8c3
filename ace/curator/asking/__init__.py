"""How a model is asked for a draft: quoted data that fits, a budget, and another try with what was wrong."""
