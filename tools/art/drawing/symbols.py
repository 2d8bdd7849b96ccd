"""Symbols of the buttons: white lines on 24 by 24 units, which the window paints in the color of the text."""

from collections.abc import Callable

_LINES = {
    "analysis": "M4 4V20H20 M7.5 15L11 10.5L14 13.5L19 7",
    "arrow": "M3.5 12H20 M13.5 5.5L20 12L13.5 18.5",
    "back": "M15 5L8 12L15 19",
    "book": "M12 7C10 5.5 7 5 3.5 5V18.5C7 18.5 10 19 12 20.5C14 19 17 18.5 20.5 18.5V5C17 5 14 5.5 12 7V20.5",
    "calendar": "M4 6.5H20V20H4Z M4 11H20 M8.5 3.5V8 M15.5 3.5V8",
    "cards": "M3.5 6.5L11 4.5L14.5 17.5L7 19.5Z M14.5 6H20.5V20H16",
    "chat": "M4 5H20V16H12L7.5 20V16H4Z",
    "check": "M4.5 12.5L10 18L19.5 7",
    "close": "M6 6L18 18 M18 6L6 18",
    "computer": "M3.5 4.5H20.5V16H3.5Z M12 16V20 M7.5 20H16.5",
    "copy": "M9 8H20V20.5H9Z M5.5 16H4V3.5H15V5",
    "down": "M5 9L12 16L19 9",
    "edit": "M4 20L5 15.5L15.5 5L19 8.5L8.5 19Z M13 7.5L16.5 11",
    "export": "M12 15V4 M7.5 8L12 3.5L16.5 8 M4.5 14V20H19.5V14",
    "flag": "M6 21V4C10 2 13 6.5 18.5 4V13C13 15.5 10 11 6 13",
    "gear": "M12 8.5A3.5 3.5 0 1 0 12 15.5A3.5 3.5 0 1 0 12 8.5Z M12 2.5V5.5 M12 18.5V21.5 M2.5 12H5.5 M18.5 12H21.5"
    " M5.3 5.3L7.4 7.4 M16.6 16.6L18.7 18.7 M18.7 5.3L16.6 7.4 M7.4 16.6L5.3 18.7",
    "globe": "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3Z M3 12H21 M12 3A4.2 9 0 1 0 12 21A4.2 9 0 1 0 12 3Z",
    "hint": "M9.5 16.5C9.5 14 6.5 13 6.5 9.5A5.5 5.5 0 0 1 17.5 9.5C17.5 13 14.5 14 14.5 16.5Z M10 20.5H14",
    "import": "M12 3.5V14.5 M7.5 10.5L12 15L16.5 10.5 M4.5 14V20H19.5V14",
    "info": "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3Z M12 11V16.5 M12 7.6V7.7",
    "learn": "M2.5 9.5L12 5L21.5 9.5L12 14Z M6.5 11.8V16.5C9.5 19.5 14.5 19.5 17.5 16.5V11.8",
    "leave": "M14 4H5V20H14 M10 12H20.5 M16.5 8L20.5 12L16.5 16",
    "minus": "M5 12H19",
    "next": "M9 5L16 12L9 19",
    "phone": "M7 2.5H17V21.5H7Z M11 18.3H13",
    "people": "M9 4.5A3.5 3.5 0 1 0 9 11.5A3.5 3.5 0 1 0 9 4.5Z M2.5 20C2.5 12.5 15.5 12.5 15.5 20"
    " M16 5A3.4 3.4 0 0 1 16 11.5 M18 14.6C20.5 15.5 21.5 17.5 21.5 20",
    "plus": "M5 12H19 M12 5V19",
    "retry": "M5 4.5V9.5H10 M5.3 9.2A7.7 7.7 0 1 1 4.3 13.5",
    "rules": "M6 3.5H18.5V20.5H6Z M9.5 8H15 M9.5 12H15 M9.5 16H13",
    "save": "M5 4H16L20 8V20H5Z M8.5 4V9H14.5V4 M8.5 20V14H16.5V20",
    "search": "M10.5 4A6.5 6.5 0 1 0 10.5 17A6.5 6.5 0 1 0 10.5 4Z M15.3 15.3L20.5 20.5",
    "shield": "M12 3L19.5 5.5V11.5C19.5 16 16.5 19.5 12 21C7.5 19.5 4.5 16 4.5 11.5V5.5Z M8.5 11.5L11.2 14.2L15.7 9.3",
    "sound": "M4 9.5H7.5L12.5 5.5V18.5L7.5 14.5H4Z M16 9A4.5 4.5 0 0 1 16 15",
    "trash": "M4.5 7H19.5 M9 7V4H15V7 M6.5 7L7.5 20.5H16.5L17.5 7 M10.3 11V16.5 M13.7 11V16.5",
    "tricks": "M9 3.5H20V16.5H9Z M5.8 7.5H4V20.5H15V19.8",
    "undo": "M8.5 4.5L3.5 9.5L8.5 14.5 M3.5 9.5H14.5A5.5 5.5 0 0 1 14.5 20.5H10",
    "vote": "M4.5 11V20.5H8.5V11Z M8.5 11L12 3.5C14.5 3.5 14.5 6 13.5 9H20L18.5 20.5H8.5",
    "wifi": "M3 9.2A13 13 0 0 1 21 9.2 M6 12.9A8.6 8.6 0 0 1 18 12.9 M9 16.4A4.4 4.4 0 0 1 15 16.4 M12 19.4V19.5",
}
"""Symbols of lines, two units wide."""

_AREAS = {
    "diamond": "M12 2L22 12L12 22L2 12Z",
    "dots": "M5 9.8A2.2 2.2 0 1 0 5 14.2A2.2 2.2 0 1 0 5 9.8Z M12 9.8A2.2 2.2 0 1 0 12 14.2A2.2 2.2 0 1 0 12 9.8Z"
    " M19 9.8A2.2 2.2 0 1 0 19 14.2A2.2 2.2 0 1 0 19 9.8Z",
    "dealer": "M3 8.2L10.6 5.4L15.4 18.6L7.8 21.4Z M12.4 4.6H20.5V18.4H17.4Z",
    "flame": "M12.5 2C13.5 6.5 18.5 8.5 18.5 14.2A6.5 6.5 0 0 1 5.5 14.2C5.5 11.2 7.8 10.2 8 7"
    "C10 8.2 10.8 9.4 11.2 10.8C12.6 8.4 12.8 5 12.5 2Z",
    "foe": "M8.5 5L12 8.5L15.5 5L19 8.5L15.5 12L19 15.5L15.5 19L12 15.5L8.5 19L5 15.5L8.5 12L5 8.5Z",
    "pause": "M6.5 4.5H10V19.5H6.5Z M14 4.5H17.5V19.5H14Z",
    "play": "M7 4L20 12L7 20Z",
    "triangle": "M12 3L22.5 20.5H1.5Z",
}
"""Filled symbols."""


def _make_symbol(path: str, style: str) -> Callable[[], str]:
    def draw() -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
            f'<path d="{path}" {style}/></svg>\n'
        )

    return draw


_LINE_STYLE = 'fill="none" stroke="#ffffff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

SYMBOLS: dict[str, Callable[[], str]] = {
    **{name: _make_symbol(path, _LINE_STYLE) for name, path in _LINES.items()},
    **{name: _make_symbol(path, 'fill="#ffffff"') for name, path in _AREAS.items()},
}
"""Name -> the function that draws the symbol."""
