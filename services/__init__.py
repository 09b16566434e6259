"""The six services; each owns one schema and never imports another."""
