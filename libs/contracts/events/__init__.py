"""Every fact by its producer; what follows an auction or a payment stands apart."""
