"""HTTP of catalog, by what it is about: each route is a sentence."""
