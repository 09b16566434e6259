"""The peer of the bid bench: a bidding service as a good tutorial would write it, fair in every point."""
