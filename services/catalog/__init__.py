"""What is for sale: products and categories."""
