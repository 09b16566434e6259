"""The rules of conversations and deals: pure, the time an argument."""
