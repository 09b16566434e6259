"""Tests through the public edge: a real server, fake services behind it, nothing of our own replaced."""
