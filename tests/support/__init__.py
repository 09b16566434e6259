"""What tests of several parts stand in for the outside world with."""
