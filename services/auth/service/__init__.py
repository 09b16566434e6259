"""The verbs of auth."""
