"""What boost does, by noun."""
