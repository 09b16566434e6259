"""What goes over HTTP, by what it is about."""
