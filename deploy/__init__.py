"""How the house is set up and run: locally, in containers, in a cluster."""
