"""The one entry point: routes, limits, caches, pages, and live connections."""
