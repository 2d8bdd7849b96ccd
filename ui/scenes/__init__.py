"""What fills the window: one module a scene."""
