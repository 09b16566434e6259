"""The demo shop of the local run: invented brands, rendered photographs, six accounts."""
