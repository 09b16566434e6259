"""The rules of moderation; they arrive with the moderation queue."""
