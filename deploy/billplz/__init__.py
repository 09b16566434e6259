"""A stand-in for the payment provider Billplz, for machines without an account there."""
