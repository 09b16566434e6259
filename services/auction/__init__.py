"""The clock and the hammer: auctions and bids."""
