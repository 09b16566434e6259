"""Who people are: accounts and sessions."""
