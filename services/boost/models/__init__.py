"""The tables of boost, by noun."""
