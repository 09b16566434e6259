"""Auctions, bids, sales and second chances."""
