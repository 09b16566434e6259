"""The rules of boosts, by noun: pure functions, no clock, no session."""
