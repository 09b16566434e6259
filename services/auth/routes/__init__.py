"""HTTP of auth, by what it is about: each route is a sentence."""
