"""Tests of the auction service through its public edge."""
