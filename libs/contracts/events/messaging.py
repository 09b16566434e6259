"""Facts about messages and trades; the first ones arrive with the feature that tells them."""
