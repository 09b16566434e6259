"""The rules of accounts: pure, with the time as an argument."""
