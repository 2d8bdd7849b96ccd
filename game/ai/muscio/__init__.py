"""Computer players of Muscio."""
