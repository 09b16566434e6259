"""What stands between a build and its release: images by digest, and an audit whose outcome is known."""
