"""What auction does, by what it is about."""
