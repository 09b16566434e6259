"""Tokens, secrets and who was signed out."""
