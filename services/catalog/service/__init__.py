"""What catalog does, by what it is about."""
