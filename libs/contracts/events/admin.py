"""Facts about moderation; the first ones arrive with the feature that tells them."""
