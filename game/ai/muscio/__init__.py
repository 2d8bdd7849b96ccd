"""Players of Muscio."""
