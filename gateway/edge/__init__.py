"""The HTTP edge: what a request goes through on its way to a service and back."""
