"""What the images run."""
