"""Paid visibility: the packages."""
