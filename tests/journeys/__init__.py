"""People's ways through the whole house."""
