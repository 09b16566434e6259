"""HTTP of messaging."""
