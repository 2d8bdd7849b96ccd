"""Colors, shapes, card images and rendering."""
