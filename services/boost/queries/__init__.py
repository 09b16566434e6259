"""Every SQL statement of boost, by noun."""
