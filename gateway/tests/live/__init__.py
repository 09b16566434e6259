"""Tests of gateway/live."""
