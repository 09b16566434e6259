"""What happens when things die under load."""
