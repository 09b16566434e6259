"""HTTP of boost, by noun."""
