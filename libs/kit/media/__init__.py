"""Pictures, drawn anew in a process of their own."""
