"""Theme, shapes, card images and rendering."""
