"""Cards on their way between two layouts."""
