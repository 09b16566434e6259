"""Every SQL statement of admin."""
