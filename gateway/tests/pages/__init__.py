"""Tests of gateway/pages."""
