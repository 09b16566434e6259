"""The rules of conversations and trades; they arrive with the conversations."""
