"""The verbs of catalog, by what they are about."""
