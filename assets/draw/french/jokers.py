"""The two jokers: jesters drawn whole."""

from math import pi

from ..figures import limb, shoe
from ..heads import face
from ..palette import BLUE, GOLD, INK, LINE, RED, RED_DARK, STEEL, STEEL_LIGHT, THIN, WHITE
from ..shapes import star
from ..svg import CARD, Pen, card, half_turn
from .indices import GLYPHS, glyph
from .styles import Style

LETTERS = {
    "O": "M5 .8 Q9.2 .8 9.2 7 Q9.2 13.2 5 13.2 Q.8 13.2 .8 7 Q.8 .8 5 .8 Z",
    "E": "M8.4 .8 L1.8 .8 L1.8 13.2 L8.6 13.2 M1.8 6.8 L7.2 6.8",
    "R": "M1.8 13.2 L1.8 .8 L5 .8 Q8.8 .8 8.8 4.2 Q8.8 7.4 5 7.4 L1.8 7.4 M5 7.4 L9 13.2",
}


def _word(colour: str, style: Style) -> str:
    """The word down the upper left corner, and turned."""
    x, height, step = (28, 26, 33) if style.jumbo else (23, 18, 23.5)
    body = ""
    for i, letter in enumerate("JOKER"):
        body += glyph((GLYPHS | LETTERS)[letter], x, 16 + i * step, height, colour, 2.3)
    return body + half_turn(body)


def _jester(left: str, right: str, collar: str, hair: str) -> str:
    body = limb(((96, 240), (84, 280), (92, 322)), (30, 24, 14), left)
    body += limb(((124, 240), (136, 280), (128, 322)), (30, 24, 14), right)
    body += shoe(88, 334, 15, right) + shoe(132, 334, 15, left, True)
    body += CARD.path("M110 140 Q84 142 80 160 L78 240 L110 252 Z", left, INK, LINE)
    body += CARD.path("M110 140 Q136 142 140 160 L142 240 L110 252 Z", right, INK, LINE)
    body += CARD.path("M76 150 L90 136 L130 136 L144 150 L126 158 L110 148 L94 158 Z", collar, INK, THIN)
    head = Pen(110, 106, 27)
    body += face(head, 0.3, ears=False, mood="open")
    body += head.path("M0 -.5 Q-.6 -.6 -.85 0 C-1.6 -.2 -1.6 -1.4 -2 -.6 Q-1.2 -2.4 0 -1.6 Z", left, INK, LINE)
    return body + head.path("M0 -.5 Q.6 -.6 .85 0 C1.6 -.2 1.6 -1.4 2 -.6 Q1.2 -2.4 0 -1.6 Z", right, INK, LINE)


def little(style: Style) -> str:
    return card(_word(INK, style) + _jester(STEEL, STEEL_LIGHT, WHITE, WHITE), frame=False)


def big(style: Style) -> str:
    body = CARD.path(star(110, 180, 90, 60, 12, -pi / 2), GOLD, RED_DARK, THIN)
    return card(_word(RED, style) + body + _jester(RED, BLUE, GOLD, RED), frame=False)
