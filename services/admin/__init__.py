"""Moderation: the record of all facts of the platform."""
