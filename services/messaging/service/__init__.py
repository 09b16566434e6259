"""What messaging does: load, decide, save, record."""
