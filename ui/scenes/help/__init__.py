"""Help pages."""
