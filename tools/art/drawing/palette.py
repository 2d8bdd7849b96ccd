"""All colors, line widths and gradients of the drawings."""

INK = "#231c17"
PAPER = "#fbf5e3"
PAPER_EDGE = "#8d8266"
WHITE = "#fffdf5"
CREAM = "#f7ecd0"

RED = "#c9341f"
RED_DARK = "#8f2213"
RED_LIGHT = "#e8664a"
BLUE = "#2c62a6"
BLUE_DARK = "#1c4173"
BLUE_LIGHT = "#79aedd"
GREEN = "#3c8a4b"
GREEN_DARK = "#27633a"
GREEN_LIGHT = "#86c46a"
GOLD = "#f3b72f"
GOLD_DARK = "#c07f17"
GOLD_LIGHT = "#ffe08a"
PLUM = "#7a3f80"
PLUM_DARK = "#4b2450"
ORANGE = "#e0792a"
STEEL = "#a8bed0"
STEEL_DARK = "#6d879d"
STEEL_LIGHT = "#e4eef5"

SKIN = "#f4cba3"
SKIN_SHADE = "#dd9f70"
SKIN_BROWN = "#9a5f3a"
SKIN_BROWN_SHADE = "#74432a"
BLUSH = "#ec8f6c"
LIP = "#b8402d"

BROWN = "#7a4a22"
BROWN_DARK = "#4d2c12"
BAY = "#a35a2b"
BAY_DARK = "#7b3f1b"
TAN = "#e6c38b"
GRAY = "#b3b1ad"
GRAY_DARK = "#85837f"
HAIR_WHITE = "#efe9dc"
HAIR_GRAY = "#c9c2b4"
HAIR_BLACK = "#3a322d"
HAIR_BLOND = "#e9b44a"
HAIR_RED = "#b9531d"
COAT_BLACK = "#4a4443"
COAT_BLACK_DARK = "#342f2f"

FELT_COLOR = (24, 92, 60)

LINE_WIDTH = 3.0
"""The width of outlines in units of the card: 1.5 px on a card 110 px wide."""
THIN_LINE_WIDTH = 2.0
FINE_LINE_WIDTH = 1.5

GRADIENTS = {
    "paper": ("user", (0, 0, 220, 360), (("0", "#fffaf0"), ("1", "#f6eed6"))),
    "gold": ("box", (0, 0, 100, 100), (("0", "#ffd868"), (".55", GOLD), ("1", "#cf8d1e"))),
    "goldbar": ("box", (0, 0, 100, 0), (("0", "#cf8d1e"), (".35", "#ffe08a"), ("1", "#cf8d1e"))),
    "redcloth": ("box", (0, 0, 100, 0), (("0", "#d9452c"), ("1", "#a92816"))),
    "bluecloth": ("box", (0, 0, 100, 0), (("0", "#3d78bd"), ("1", "#234f8c"))),
    "greencloth": ("box", (0, 0, 100, 0), (("0", "#4fa05c"), ("1", "#2d7040"))),
    "plumcloth": ("box", (0, 0, 100, 0), (("0", "#8e4f93"), ("1", "#5d2d63"))),
    "felt": ("user", (30, 20, 220, 240), (("0", "#35905a"), ("1", "#1b5c3c"))),
}
"""The kind, the ends (x1, y1, x2, y2) and the stops of each gradient, by name.

The ends are in units of the card for the kind "user", in percent of the shape for "box".
"""
