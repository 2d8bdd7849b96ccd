"""What macOS wants to know of the application: its name, and that records of matches belong to it.

A record opened in the Finder comes as SDL's event DROPFILE, never as an argument. (PyInstaller's `argv_emulation` would
take it from SDL before the window is there.) Until the window has a screen for it, it opens at its menu.
"""

from __future__ import annotations

from typing import Any, Final

from game.version import NAME, VERSION

APP: Final = NAME
IDENTIFIER: Final = "io.github.tavoloverde.TavoloVerde"
RECORD: Final = f"{IDENTIFIER}.record"
MIME: Final = "application/x-tavoloverde-record"


def info() -> dict[str, Any]:
    """The part of Info.plist that PyInstaller cannot know."""
    return {
        "CFBundleDisplayName": NAME,
        "CFBundleShortVersionString": VERSION,
        "CFBundleVersion": VERSION,
        "LSApplicationCategoryType": "public.app-category.card-games",
        "LSMinimumSystemVersion": "11.0",
        "NSHighResolutionCapable": True,
        "NSHumanReadableCopyright": "MIT licence",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Tavolo Verde record",
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [RECORD],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": RECORD,
                "UTTypeDescription": "Tavolo Verde record",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {"public.filename-extension": ["tvr"], "public.mime-type": [MIME]},
            }
        ],
    }
