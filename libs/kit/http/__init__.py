"""What services and the gateway share about HTTP."""
