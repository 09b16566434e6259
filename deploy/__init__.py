"""How the marketplace is set up and run: locally, in containers, in a cluster."""
