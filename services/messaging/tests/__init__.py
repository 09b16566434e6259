"""Tests of the messaging service through its public edge."""
