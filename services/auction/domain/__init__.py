"""The rules of an auction, pure: what may be asked, what a bid does, how it ends."""
