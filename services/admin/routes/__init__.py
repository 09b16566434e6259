"""HTTP of admin."""
