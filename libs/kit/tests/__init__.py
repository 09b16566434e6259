"""Tests of the kit."""
