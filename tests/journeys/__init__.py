"""People's ways through the whole platform."""
