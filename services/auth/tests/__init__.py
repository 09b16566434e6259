"""Tests of the auth service through its public edge."""
