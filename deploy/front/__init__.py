"""A front server before the gateway."""
