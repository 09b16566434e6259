"""Every SQL statement of catalog, by what it is about."""
