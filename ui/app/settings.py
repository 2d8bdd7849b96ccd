"""The settings of a person on this computer, except for the house rules."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
import pygame.system

from game.core.messages import N_
from game.core.sanitizer import sanitize_line
from game.match.hand_order import HandSorting
from game.storage.files import Folders, StorageNotice
from game.storage.json_documents import JsonDocument
from game.text.gettext import (
    LANGUAGE_NAMES,
    _,
    choose_language,
    get_environment_language,
    get_language,
    set_language,
    use_language,
)
from game.text.player_names import get_default_person_name
from ui.input.key_map import PLAY_ON, TOGGLE_FULL_SCREEN, Shortcut

ItalianDeck: TypeAlias = Literal["napoletane", "trevisane", "french"]
FrenchDeck: TypeAlias = Literal["french", "french4", "french_jumbo"]
CardBack: TypeAlias = Literal["classic", "maiolica", "notte"]
Language: TypeAlias = Literal["", "en", "it", "fr"]
TableThemeName: TypeAlias = Literal["green", "blue", "wine", "slate", "contrast"]

FILE: Final = "settings.json"
MAX_NAME_CHARACTERS: Final = 24
VALUE_LENGTH: Final = 40
"""The most characters of an unknown value that are shown."""
MAX_RELAY_CHARACTERS: Final = 260
"""The length of the address of a relay, with its port and its word."""
COMPUTER_PACES: Final = (0.0, 0.5, 1.0, 2.0)
UI_SCALES: Final = (0.75, 1.0, 1.25, 1.5, 2.0)
ITALIAN_DECKS: Final[tuple[ItalianDeck, ...]] = get_args(ItalianDeck)
INDEXED_DECKS: Final[tuple[ItalianDeck, ...]] = ("napoletane",)
"""The decks that are drawn with corner indices too, whose letters follow the language."""
FRENCH_DECKS: Final[tuple[FrenchDeck, ...]] = get_args(FrenchDeck)
CARD_BACKS: Final[tuple[CardBack, ...]] = get_args(CardBack)
HAND_SORTINGS: Final[tuple[HandSorting, ...]] = get_args(HandSorting)
TABLE_THEME_NAMES: Final[tuple[TableThemeName, ...]] = get_args(TableThemeName)
MIN_WINDOW_SIZE: Final = (480, 300)
"""The smallest window that the program asks for, in pixels; the window manager may give it any size."""
MAX_WINDOW_SIDE_PX: Final = 16384
"""The longest side of a window, in pixels."""
PixelLength: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=MAX_WINDOW_SIDE_PX)]
ScreenCoordinate: TypeAlias = Annotated[int, msgspec.Meta(ge=-65536, le=65536)]


class WindowPlacement(msgspec.Struct, frozen=True, kw_only=True):
    """The window when it was last closed.

    ``size``: in pixels, while the window is neither maximized nor full screen. ``place``: of its upper left corner
    then.
    """

    size: tuple[PixelLength, PixelLength]
    place: tuple[ScreenCoordinate, ScreenCoordinate] | None = None
    maximised: bool = False


class SettingSpec(NamedTuple):
    """How the settings page shows a setting.

    ``name``: the field of `Settings`; ``hint``: a line about it. ``labels``: of the values that the page offers, "" for
    a percentage; {} for a switch or a slider. ``shortcut``: the one whose key is ``{key}`` in the hint.
    """

    name: str
    label: str
    hint: str = ""
    labels: Mapping[Any, str] = {}
    shortcut: Shortcut | None = None


SETTING_SPECS: Final[Mapping[str, tuple[SettingSpec, ...]]] = {
    "general": (
        SettingSpec("language", N_("Language"), labels={"": N_("System default"), **LANGUAGE_NAMES}),
        SettingSpec("full_screen", N_("Full screen"), N_("Press {key} at any time."), shortcut=TOGGLE_FULL_SCREEN),
        SettingSpec("table_talk", N_("Computer chat"), N_("Computer players chat and answer you.")),
        SettingSpec(
            "chat_beside",
            N_("Chat beside the table"),
            N_("Stays open while you play. The “Chat” button opens and closes it too."),
        ),
        SettingSpec("plays_last", N_("Autoplay last card"), N_("Your last card is played automatically.")),
        SettingSpec(
            "check_plays",
            N_("Check my plays"),
            N_("Warns you of a costly choice while you can still take it back. The match then counts as assisted."),
        ),
    ),
    "cards": (
        SettingSpec(
            "felt",
            N_("Table"),
            labels={
                "green": N_("Green"),
                "blue": N_("Blue"),
                "wine": N_("Wine"),
                "slate": N_("Slate"),
                "contrast": N_("High contrast"),
            },
        ),
        SettingSpec(
            "deck",
            N_("Cards of the Italian games"),
            labels={"napoletane": N_("Napoletane"), "trevisane": N_("Trevisane"), "french": N_("French")},
        ),
        SettingSpec(
            "corner_indices", N_("Corner indices"), N_("A letter and a suit symbol in the corner of each card.")
        ),
        SettingSpec(
            "french_deck",
            N_("French cards"),
            labels={"french": N_("Two colors"), "french4": N_("Four colors"), "french_jumbo": N_("Large print")},
        ),
        SettingSpec(
            "hand_order",
            N_("Hand order"),
            labels={"dealt": N_("As dealt"), "suit": N_("By suit"), "strength": N_("By strength")},
        ),
        SettingSpec("strongest_first", N_("Strongest on the left")),
        SettingSpec(
            "back", N_("Card back"), labels={"classic": N_("Classic"), "maiolica": N_("Maiolica"), "notte": N_("Night")}
        ),
    ),
    "sound": (
        SettingSpec("sound", N_("Sound")),
        SettingSpec("volume", N_("Volume")),
        SettingSpec(
            "speed", N_("Card speed"), labels={0.5: N_("Slow"), 1.0: N_("Normal"), 2.0: N_("Fast"), 0.0: N_("Instant")}
        ),
        SettingSpec(
            "pace",
            N_("Computer players"),
            N_("Press {key} to skip to your turn."),
            labels=dict(zip(COMPUTER_PACES, (N_("No delay"), N_("Quick"), N_("Natural"), N_("Relaxed")), strict=True)),
            shortcut=PLAY_ON,
        ),
    ),
    "accessibility": (
        SettingSpec("reduced_motion", N_("Reduced motion"), N_("Cards light up instead of moving.")),
        SettingSpec("scale", N_("Text and buttons"), labels=dict.fromkeys(UI_SCALES, "")),
    ),
}
"""The settings of each tab of the page, in their order."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a person.

    ``language``: a language code, "" for that of the system. ``speed``: a factor on the speed of animations; 0 skips
    them. ``scale``: a factor on the size of text and buttons. ``pace``: a factor on the time that computer players
    take. ``table_talk``: whether they speak. ``chat_beside``: whether the chat is open beside the table.
    ``reduced_motion``: whether changes light up instead of moving.
    ``volume``: 0 to 100. ``deck``: of the Italian games. ``corner_indices``: whether its cards have a letter and a suit
    in the corners. ``felt``: the name of the table theme. ``hand_order``: how the viewer's hand is sorted, from the
    left; ``strongest_first`` or the weakest. ``plays_last``: whether the last card of a hand is played automatically if
    no other action is possible. ``keys``: key names by shortcut, see `ui.input.key_bindings`.
    ``is_screen_table``: whether the screen of somebody who opens a table for phones is the table, without a seat.
    ``nearby``: whether the window finds tables on this network and announces its own; ``router``: whether the host of a
    table asks the router for a port; ``relay``: the address of a relay and its word, "" without one.
    ``name``: of the person, "" until they enter one. ``profile``: the id of their profile, "" if it is not known.
    """

    language: Language = ""
    full_screen: bool = False
    table_talk: bool = True
    chat_beside: bool = False
    plays_last: bool = False
    check_plays: bool = False
    felt: TableThemeName = "green"
    deck: ItalianDeck = "napoletane"
    corner_indices: bool = True
    french_deck: FrenchDeck = "french"
    hand_order: HandSorting = "suit"
    strongest_first: bool = True
    back: CardBack = "classic"
    sound: bool = True
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] = 70
    speed: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 1.0
    pace: Annotated[float, msgspec.Meta(ge=0.0, le=4.0)] = 1.0
    reduced_motion: bool = False
    scale: Annotated[float, msgspec.Meta(ge=0.5, le=3.0)] = 1.0
    is_screen_table: bool = False
    nearby: bool = True
    router: bool = False
    relay: Annotated[str, msgspec.Meta(max_length=MAX_RELAY_CHARACTERS)] = ""
    window: WindowPlacement | None = None
    keys: dict[str, str] = {}
    name: Annotated[str, msgspec.Meta(max_length=MAX_NAME_CHARACTERS)] = ""
    profile: str = ""

    def __post_init__(self) -> None:
        """Sanitize ``name``, which may come from any file."""
        msgspec.structs.force_setattr(self, "name", sanitize_line(self.name, MAX_NAME_CHARACTERS))

    @property
    def display_name(self) -> str:
        """The name of the person, or the default name if they have entered none."""
        return self.name or get_default_person_name()

    @property
    def italian_card_folder(self) -> str:
        """The folder of the drawings of the Italian games' cards."""
        is_indexed = self.corner_indices and self.deck in INDEXED_DECKS
        return format_indexed_deck(self.deck, get_language()) if is_indexed else self.deck


def format_indexed_deck(deck: ItalianDeck, language: str) -> str:
    """Return the folder of a deck's cards with the corner indices of a language."""
    return f"{deck}_index_{language}"


Values: TypeAlias = dict[str, Any]
"""The fields of the file, by name."""


def load_settings(folders: Folders) -> tuple[Settings, str]:
    """Return the settings on disk, and a line about what is wrong with the file; "" if nothing is.

    Without a file they are the defaults. A field with a value that this version does not know has its default; the line
    names field and value.
    """
    settings, unknown, damage = read_settings(folders)
    return settings, damage.text if damage is not None else _format_unknown_values(unknown, settings)


def read_settings(folders: Folders) -> tuple[Settings, Values, StorageNotice | None]:
    """Return the settings on disk, the unknown values by field name, and a notice if the file is damaged.

    Fields that are missing, or have a value that this version does not know, have their default.
    """
    values, damage = JsonDocument(folders.config / FILE, dict[str, msgspec.Raw], {}).read()
    unknown = {
        name: value
        for name, value in values.items()
        if name in Settings.__struct_fields__ and not _is_known(name, value)
    }
    known = {name: value for name, value in values.items() if name not in unknown}
    return _decode(known), unknown, damage


def save_settings(folders: Folders, settings: Settings) -> StorageNotice | None:
    """Write the settings and return a notice if a damaged file was set aside.

    Unknown keys stay in the file. An unknown value, which may be a newer version's, stays until its field is set to
    something else than the default. Raise `StorageError` if the file cannot be written.
    """
    default = Settings()

    def change(old: Values) -> Values:
        new = msgspec.to_builtins(settings)
        unset = {name for name in new if getattr(settings, name) == getattr(default, name)}
        kept = {
            name: value
            for name, value in old.items()
            if name not in new or (name in unset and not _is_known(name, value))
        }
        return {**kept, **{name: value for name, value in new.items() if name not in kept}}

    return JsonDocument(folders.config / FILE, Values, {}).update(change)[1]


def save_own_profile(folders: Folders, settings: Settings) -> StorageNotice | None:
    """Write ``name`` and ``profile`` of the settings, and no other field, which may be changed for this run only.

    Return a notice as `save_settings` does. Raise `StorageError` if the file cannot be written.
    """
    stored, _unknown, _damage = read_settings(folders)
    return save_settings(folders, msgspec.structs.replace(stored, name=settings.name, profile=settings.profile))


def _is_known(name: str, value: object) -> bool:
    try:
        _decode({name: value})
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _decode(values: Values) -> Settings:
    return msgspec.json.decode(msgspec.json.encode(values), type=Settings)


def _format_unknown_values(unknown: Values, settings: Settings) -> str:
    """Return a message about unknown values, in the language of ``settings``."""
    if not unknown:
        return ""
    values = ", ".join(f"{name} {_format_value(value)}" for name, value in unknown.items())
    with use_language(settings.language or get_language()):
        return _("{file} has unknown values: {values}. The defaults are used instead.").format(file=FILE, values=values)


def _format_value(value: msgspec.Raw) -> str:
    words = bytes(value).decode("utf-8", "replace").split(maxsplit=VALUE_LENGTH)[:VALUE_LENGTH]
    return sanitize_line(" ".join(words), VALUE_LENGTH)


def detect_system_language() -> str:
    """Return the code of the language that the terminal asks for, else of the language of the desktop.

    It is "en" if this language is not translated.
    """
    terminal_language = get_environment_language(os.environ)
    return (
        choose_language(locale["language"] for locale in pygame.system.get_pref_locales())
        if terminal_language is None
        else terminal_language
    )


def apply_language(code: str) -> None:
    """Show all texts from now on in the language ``code``, or in that of the system if it is "".

    No other function of the window sets the language.
    """
    set_language(code or detect_system_language())
