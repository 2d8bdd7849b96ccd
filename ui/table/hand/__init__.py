"""The person's own hand."""
