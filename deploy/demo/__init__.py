"""The demo shop of the local run: invented houses, rendered photographs, six accounts."""
