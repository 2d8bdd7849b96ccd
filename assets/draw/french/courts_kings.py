"""The four kings, each the upper half."""

from functools import partial

from ..heads import crown, face, full_beard, moustache
from ..palette import BROWN, HAIR_BLACK, HAIR_GREY, HAIR_RED, SKIN, SKIN_BROWN
from ..svg import Pen
from .bust import robe


def _king(fill: str, stripe: str, hair: str, look: float, skin: str) -> str:
    head = Pen(110, 88, 24)
    beard = full_beard(head, look, hair, 1.9)
    body = robe(fill, stripe)
    body += face(head, look, skin, beard=beard, moustache=moustache(head, look, hair))
    return body + crown(Pen(110, 72, 26), height=1.1)


HALVES = {
    "d": partial(_king, "#e0792a", "#2c62a6", HAIR_BLACK, 0.6, SKIN_BROWN),
    "h": partial(_king, "url(#redcloth)", "#f3b72f", BROWN, -0.5, SKIN),
    "s": partial(_king, "url(#bluecloth)", "#c9341f", HAIR_GREY, 0.5, SKIN),
    "c": partial(_king, "url(#greencloth)", "#f3b72f", HAIR_RED, -0.4, SKIN),
}
