"""A plain bust, the first state of every court."""

from ..palette import INK, LINE
from ..svg import CARD


def robe(fill: str, stripe: str) -> str:
    body = CARD.path("M46 180 L46 158 Q60 124 92 116 L128 116 Q160 124 174 158 L174 180 Z", fill, INK, LINE)
    return body + CARD.path("M96 116 L110 178 L124 116 Z", stripe, INK, LINE * 0.8)
