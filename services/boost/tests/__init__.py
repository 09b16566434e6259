"""Tests of the boost service through its public edge."""
