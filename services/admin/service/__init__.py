"""The verbs of admin: load, decide, save, record."""
