"""What goes over HTTP, by noun."""
