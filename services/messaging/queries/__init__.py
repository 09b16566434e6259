"""Every SQL statement of messaging, by what it is about."""
