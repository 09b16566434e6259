"""What goes over HTTP about accounts."""
