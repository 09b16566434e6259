"""HTTP of auction, by what it is about: each route is a sentence."""
