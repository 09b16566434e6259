"""Tests of the admin service through its public edge."""
