"""Every SQL statement of auth, by what it is about."""
