"""The page of key bindings."""
