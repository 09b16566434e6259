"""Moderation: the record of everything the house has told."""
