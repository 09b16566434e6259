"""The rules of moderation."""
