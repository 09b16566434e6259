"""The tables of messaging."""
