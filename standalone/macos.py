"""What macOS wants to know of the application: its name, and that records of matches belong to it.

A record opened in the Finder comes as SDL's event DROPFILE, never as an argument. (PyInstaller's `argv_emulation` would
take it from SDL before the window is there.) Until the window has a screen for it, it opens at its menu.
"""

from __future__ import annotations

from typing import Any, Final

from game.version import PROGRAM_NAME, VERSION

APP_NAME: Final = PROGRAM_NAME
APP_IDENTIFIER: Final = "io.github.tavoloverde.TavoloVerde"
RECORD_TYPE: Final = f"{APP_IDENTIFIER}.record"
RECORD_MIME_TYPE: Final = "application/x-tavoloverde-record"


def build_info() -> dict[str, Any]:
    """The part of Info.plist that PyInstaller cannot know."""
    return {
        "CFBundleDisplayName": PROGRAM_NAME,
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
                "LSItemContentTypes": [RECORD_TYPE],
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": RECORD_TYPE,
                "UTTypeDescription": "Tavolo Verde record",
                "UTTypeConformsTo": ["public.json"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["tvr"],
                    "public.mime-type": [RECORD_MIME_TYPE],
                },
            }
        ],
    }
