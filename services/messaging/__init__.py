"""Talk and trade: its copies of people and products, until conversations arrive."""
