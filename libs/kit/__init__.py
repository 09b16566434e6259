"""What every service would otherwise write again; no business word in it."""
