"""Moderation, risk review, the audit log and operator settings."""
