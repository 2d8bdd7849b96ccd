"""Every scene as a picture, at three window sizes: ``python -m tools.screenshots OUT [--size 1280x720] [--only table]``."""
