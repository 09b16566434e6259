"""Facts about paid visibility; the first ones arrive with the feature that tells them."""
