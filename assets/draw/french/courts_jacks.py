"""The four jacks, each the upper half."""

from functools import partial

from ..figures import feather
from ..heads import face
from ..palette import BROWN, GOLD, HAIR_BLACK, HAIR_BLOND, HAIR_RED, INK, LINE, SKIN, SKIN_BROWN
from ..svg import Pen
from .bust import robe


def _jack(fill: str, stripe: str, hair: str, look: float, skin: str) -> str:
    head = Pen(110, 90, 23)
    bob = "M-.8 -.7 C-1.2 0 -1.2 .6 -1 .8 L1 .8 C1.2 .6 1.2 0 .8 -.7 Z"
    body = robe(fill, stripe) + head.path(bob, hair, INK, LINE) + face(head, look, skin, ears=False)
    beret = "M-1.15 -.5 C-1.5 -1.2 -.5 -1.6 .2 -1.5 C1 -1.45 1.4 -1 1.05 -.5 Q0 -.3 -1.15 -.5 Z"
    body += feather(128, 66, 36, 10, GOLD)
    return body + head.path(beret, fill, INK, LINE)


HALVES = {
    "d": partial(_jack, "#e0792a", "#2c62a6", HAIR_BLACK, 0.6, SKIN_BROWN),
    "h": partial(_jack, "url(#redcloth)", "#f3b72f", HAIR_BLOND, -0.5, SKIN),
    "s": partial(_jack, "url(#bluecloth)", "#7a3f80", BROWN, 0.5, SKIN),
    "c": partial(_jack, "url(#greencloth)", "#f3b72f", HAIR_RED, -0.4, SKIN),
}
