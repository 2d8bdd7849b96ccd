"""The same deal as others played it."""
