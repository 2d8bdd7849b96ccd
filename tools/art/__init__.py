"""The programs that draw and play what `assets/` holds."""
