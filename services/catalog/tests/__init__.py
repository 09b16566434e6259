"""Tests of the catalog service through its public edge."""
