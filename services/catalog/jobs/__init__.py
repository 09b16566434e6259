"""What catalog does by itself."""
