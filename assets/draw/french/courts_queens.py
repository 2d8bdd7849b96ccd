"""The four queens, each the upper half."""

from functools import partial

from ..heads import crown, face
from ..palette import HAIR_BLACK, HAIR_BLOND, HAIR_RED, INK, LINE, SKIN, SKIN_BROWN
from ..svg import Pen
from .bust import robe


def _queen(fill: str, stripe: str, hair: str, look: float, skin: str) -> str:
    head = Pen(110, 88, 23)
    curls = "M0 -1.1 C-1.2 -1.2 -1.3 .2 -1.3 1.5 L1.3 1.5 C1.3 .2 1.2 -1.2 0 -1.1 Z"
    body = head.path(curls, hair, INK, LINE) + robe(fill, stripe)
    body += face(head, look, skin, traits=("lashes",))
    fringe = "M-.8 0 C-.7 -.5 -.3 -.6 0 -.7 C.3 -.6 .7 -.5 .8 0 L.9 -.7 Q0 -1.4 -.9 -.7 Z"
    return body + head.path(fringe, hair, INK, 1.8) + crown(Pen(110, 69, 20), points=3, height=1)


HALVES = {
    "d": partial(_queen, "#e0792a", "#2c62a6", HAIR_RED, 0.6, SKIN),
    "h": partial(_queen, "url(#redcloth)", "#f3b72f", HAIR_BLOND, -0.5, SKIN),
    "s": partial(_queen, "url(#bluecloth)", "#7a3f80", HAIR_BLACK, 0.5, SKIN),
    "c": partial(_queen, "url(#greencloth)", "#f3b72f", HAIR_BLACK, -0.4, SKIN_BROWN),
}
