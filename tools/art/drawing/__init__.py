"""Draw all cards, backs, icons and portraits as small SVG files: `python -m tools.art.drawing`.

A function `draw_...` returns SVG text, in units of the card (220 by 360) unless it gets a `Pen`. Angles of `turn` are
in degrees, clockwise.
"""
