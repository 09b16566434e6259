"""The local run: real servers from packages, six services, the gateway, and what a developer needs beside
them."""
