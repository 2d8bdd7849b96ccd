"""What macOS wants to know of the application: its name, and that records of matches belong to it."""

from __future__ import annotations

from typing import Any, Final

from game.version import NAME, VERSION

__all__ = ["APP", "IDENTIFIER", "RECORD", "VERSION", "info"]

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
