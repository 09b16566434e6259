"""One door: routes, limits, caches, and the live hub."""
