"""The tables of auth, by what they are about."""
