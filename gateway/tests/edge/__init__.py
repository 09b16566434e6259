"""Tests of gateway/edge."""
