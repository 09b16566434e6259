"""The verbs of auction, by what they are about."""
