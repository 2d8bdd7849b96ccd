"""Pages over the table."""
