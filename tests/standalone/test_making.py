"""What the standalone program is made of: icons, version data, desktop files, archive and sizes."""

from __future__ import annotations

import ast
import configparser
import plistlib
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.version import NAME, VERSION
from standalone import archive, build, desktop, icons, macos, parts, sizes, windows

PNG = b"\x89PNG\r\n\x1a\n"
TYPE = "application/x-tavoloverde-record"


def png_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(PNG)
    wide, high = struct.unpack(">II", picture[16:24])
    return wide, high


def test_the_icon_for_windows_holds_every_size_it_promises(tmp_path: Path) -> None:
    data = icons.write(tmp_path, "win32").read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", data)
    assert (zero, kind, count) == (0, 1, len(icons.ICO_SIZES))
    for number, size in enumerate(icons.ICO_SIZES):
        wide, high, *_colours, length, at = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert (wide or 256, high or 256) == (size, size) == png_size(data[at : at + length])


def test_the_icon_for_macos_holds_every_size_it_promises(tmp_path: Path) -> None:
    data = icons.write(tmp_path, "darwin").read_bytes()
    magic, length = struct.unpack_from(">4sI", data)
    assert (magic, length) == (b"icns", len(data))
    at, found = 8, {}
    while at < len(data):
        name, length = struct.unpack_from(">4sI", data, at)
        found[name] = png_size(data[at + 8 : at + length])
        at += length
    assert found == {name: (size, size) for name, size in icons.ICNS_SIZES.items()}


def test_the_version_data_are_an_expression_with_the_programs_name_and_version() -> None:
    text = windows.version_text("1.2.3")
    strings = [node.value for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Constant)]
    assert {NAME, "1.2.3"} <= set(strings)
    assert windows.numbers("1.2.3") == (1, 2, 3, 0)


def test_macos_is_told_that_records_belong_to_the_program() -> None:
    info = plistlib.loads(plistlib.dumps(macos.info()))
    (declared,) = info["UTExportedTypeDeclarations"]
    (document,) = info["CFBundleDocumentTypes"]
    assert document["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["tvr"], "public.mime-type": [TYPE]}


def test_the_desktop_is_told_that_records_belong_to_the_program() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(desktop.LINUX / f"{desktop.IDENTIFIER}.desktop", "utf-8")
    assert entry["Desktop Entry"]["MimeType"] == f"{TYPE};"
    assert entry["Desktop Entry"]["Exec"] == "tavoloverde %f"
    mime = ElementTree.parse(desktop.LINUX / f"{desktop.IDENTIFIER}.mime.xml").getroot()
    kinds = {one.get("type"): [glob.get("pattern") for glob in one if glob.tag.endswith("glob")] for one in mime}
    assert kinds == {TYPE: ["*.tvr"]}
    about = ElementTree.parse(desktop.LINUX / f"{desktop.IDENTIFIER}.metainfo.xml").getroot()
    assert about.findtext("id") == desktop.IDENTIFIER
    assert about.findtext("launchable") == f"{desktop.IDENTIFIER}.desktop"
    assert about.findtext("provides/mediatype") == TYPE


@pytest.mark.parametrize(
    ("tool", "file"),
    [("desktop-file-validate", "desktop"), ("appstreamcli validate --no-net", "metainfo.xml")],
    ids=["entry", "description"],
)
def test_the_desktops_own_tools_find_no_fault(tool: str, file: str) -> None:
    command = tool.split()
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    subprocess.run([*command, str(desktop.LINUX / f"{desktop.IDENTIFIER}.{file}")], check=True)


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_the_menu_entry_starts_the_program_where_it_lies(tmp_path: Path) -> None:
    folder = tmp_path / "Carte & più" / 'at "10 %" $HOME `x` b\\s'
    folder.mkdir(parents=True)
    desktop.furnish(folder)
    share = tmp_path / "share folder"
    subprocess.run(
        [str(folder / desktop.SCRIPT)], env={"PATH": "/usr/bin:/bin", "XDG_DATA_HOME": str(share)}, check=True
    )
    lines = (share / "applications" / f"{desktop.IDENTIFIER}.desktop").read_text("utf-8").splitlines()
    (line,) = [line for line in lines if line.startswith("Exec=")]
    assert program_named_by(line.removeprefix("Exec=")) == str(folder / "tavoloverde")
    assert (share / "mime/packages" / f"{desktop.IDENTIFIER}.xml").is_file()
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", str(share / f"applications/{desktop.IDENTIFIER}.desktop")], check=True)


def program_named_by(value: str) -> str:
    """The first word of an Exec line as the Desktop Entry Specification reads it: a string, then quoting, then %."""
    string, at = "", 0
    while at < len(value):
        at += value[at] == "\\"
        string, at = string + value[at], at + 1
    assert string.startswith('"')
    word, at = "", 1
    while string[at] != '"':
        at += string[at] == "\\"
        word, at = word + string[at], at + 1
    assert string[at + 1 :] == " %f"
    return word.replace("%%", "%")


def test_the_archive_keeps_links_and_programs(tmp_path: Path) -> None:
    folder = tmp_path / "tavoloverde"
    (folder / "_internal").mkdir(parents=True)
    (folder / "tavoloverde").write_text("program")
    (folder / "tavoloverde").chmod(0o755)
    (folder / "_internal" / "link").symlink_to("../tavoloverde")
    archive.pack(folder, tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as opened:
        modes = {one.filename: one.external_attr >> 16 for one in opened.infolist()}
        assert opened.read("tavoloverde/_internal/link") == b"../tavoloverde"
    assert modes == {"tavoloverde/_internal/link": 0o120777, "tavoloverde/tavoloverde": 0o100755}


@pytest.mark.parametrize(
    ("place", "part"),
    [
        ("tavoloverde/tavoloverde", "the program's code"),
        ("tavoloverde/_internal/numpy.libs/libscipy_openblas64_-1.so", "numpy's linear algebra (OpenBLAS)"),
        ("tavoloverde/_internal/pygame_ce.libs/libSDL2-2.so.0", "SDL and its codecs"),
        ("tavoloverde/_internal/assets/cards/french/Ad.svg", "cards, sounds, help"),
        ("tavoloverde/_internal/libz.so.1", "other libraries"),
        ("Tavolo Verde.app/Contents/Frameworks/numpy/_core/x.so", "numpy"),
        ("Tavolo Verde.app/Contents/MacOS/tavoloverde", "the program's code"),
    ],
)
def test_every_file_is_weighed_with_its_part(place: str, part: str) -> None:
    assert sizes.part_of(place) == part


def test_the_table_of_sizes_sums_up() -> None:
    lines = sizes.table({"one": sizes.Size(2_000_000, 500_000), "two": sizes.Size(8_000_000, 1_000_000)}).splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["two", "one", "together"]
    assert lines[-1].split("|")[2:4] == ["     10.0 ", "    1.5 "]


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one for Linux")
@pytest.mark.parametrize(("unpacked", "packed"), [(3_000_000, 48_000_000), (110_000_000, 1000)])
def test_a_program_beyond_its_size_is_refused_with_its_largest_parts(
    unpacked: int, packed: int, tmp_path: Path
) -> None:
    for place, size in (("numpy/x.so", 2_600_000), ("assets/a.svg", 500_000)):
        file = tmp_path / "tavoloverde" / "_internal" / place
        file.parent.mkdir(parents=True)
        file.write_bytes(bytes(size))
    build.pack(tmp_path / "tavoloverde", tmp_path / "one.zip")
    with pytest.raises(build.BuildError) as refusal:
        build.pack(tmp_path / "tavoloverde", tmp_path / "two.zip", sizes.Size(unpacked, packed))
    assert "the program has 3.1 MB unpacked" in str(refusal.value)
    assert str(refusal.value).endswith("its largest parts: numpy 2.6 MB; cards, sounds, help 0.5 MB")
    assert "\n" not in str(refusal.value)


def test_only_the_faces_of_the_theme_and_the_two_that_pygame_gui_loads_go_along() -> None:
    fonts = [Path(path).name for path, folder in parts.font_files() if folder != parts.SCRIPTS]
    assert parts.script_files() and not any("CJK" in path for path, _folder in parts.script_files())
    assert sum(name.endswith((".otf", ".ttf")) for name in fonts) == 3
    assert parts.is_left_out("pygame_gui/data/NotoSansJP-Bold.otf")
    assert parts.is_left_out("pygame_gui\\data\\NotoSansJP-Bold.otf")
    assert not parts.is_left_out("pygame_gui/data/NotoSans-Regular.ttf")


def test_the_licence_of_every_library_goes_along() -> None:
    folders = [f"{folder}/" for _path, folder in parts.licence_files()]
    assert [one for one in parts.LIBRARIES if not any(f.startswith(f"licences/{one}/") for f in folders)] == []
    places = [f"{folder}/{Path(path).name}" for path, folder in parts.licence_files()]
    assert len(places) == len(set(places))
    assert not [place for place in places if parts.is_left_out(place)]


def test_the_program_takes_no_scripts_of_its_assets_along() -> None:
    files = [path for path, _folder in parts.data_files()]
    assert not [path for path in files if path.endswith(".py")]
    assert {Path(path).suffix for path in files} >= {".svg", ".wav", ".md", ".npz", ".png"}
    assert VERSION in parts.full_name()


@pytest.mark.slow
def test_nothing_that_the_commands_import_is_left_out() -> None:
    """What a library asks for shows without a build."""
    code = """
import sys
from standalone.parts import EXCLUDED

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if any(name == one or name.startswith(one + ".") for one in EXCLUDED):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, LeftOut())
import main, game.ai.worker, game.commands.replay, game.commands.simulation
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=parts.ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
