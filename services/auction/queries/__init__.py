"""Every SQL statement of auction, by what it is about."""
