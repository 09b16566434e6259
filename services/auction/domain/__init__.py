"""The rules of an auction, pure: its terms, what a bid does, how it ends."""
