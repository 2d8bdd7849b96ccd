"""The files of each deck and of the icons and portraits, with the functions that draw them."""

from collections.abc import Callable, Mapping

from . import backs, french, icons, napoletane, portraits, symbols, trevisane
from .portraits import program
from .trevisane.index import LETTERS_BY_LANGUAGE, add_indices

DrawFunction = Callable[[], str]

DRAWINGS_BY_DECK: dict[str, Mapping[str, DrawFunction]] = {
    "napoletane": napoletane.list_card_drawings(),
    **{
        f"napoletane_index_{language}": add_indices(napoletane.list_card_drawings(), language)
        for language in LETTERS_BY_LANGUAGE
    },
    "trevisane": trevisane.list_card_drawings(),
    **{style.folder_name: french.list_card_drawings(style) for style in french.STYLES},
    "backs": backs.BACKS,
}
"""The drawing of each card, by deck and card; its file is cards/<deck>/<card>.svg."""


def list_drawings_by_path() -> dict[str, DrawFunction]:
    """Return the drawing of each generated file, by its path below `assets`."""
    result: dict[str, DrawFunction] = {}
    for deck, cards in DRAWINGS_BY_DECK.items():
        for name, drawing in cards.items():
            result[f"cards/{deck}/{name}.svg"] = drawing
    for name, drawing in icons.ICONS.items():
        result[f"icons/{name}.svg"] = drawing
    for name, drawing in symbols.SYMBOLS.items():
        result[f"symbols/{name}.svg"] = drawing
    for name, drawing in portraits.DRAWING_BY_PORTRAIT.items():
        result[f"portraits/{name}.svg"] = drawing
    result["icon.svg"] = icons.draw_program_icon
    result["icon-16.svg"] = program.draw_small_icon
    return result
