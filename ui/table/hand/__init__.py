"""The hand of the person at the screen: order, selection, dragging and zoom."""
