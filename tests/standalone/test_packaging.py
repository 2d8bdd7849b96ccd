"""The parts of the standalone program: icons, version data, desktop files, archive and sizes."""

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

from game.version import PROGRAM_NAME, VERSION
from standalone import archive, build, contents, platforms, sizes
from tests.rows import check_rows

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
MIME_TYPE = "application/x-tavoloverde-record"


def get_png_size(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(PNG_SIGNATURE)
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_windows_icon_has_every_declared_size(tmp_path: Path) -> None:
    data = platforms.write_icon(tmp_path, "win32").read_bytes()
    zero, kind, count = struct.unpack_from("<HHH", data)
    assert (zero, kind, count) == (0, 1, len(platforms.ICON_SIZES_PX))
    for number, size in enumerate(platforms.ICON_SIZES_PX):
        width, height, *_colors, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        assert (width or 256, height or 256) == (size, size) == get_png_size(data[offset : offset + length])


def test_macos_icon_has_every_declared_size(tmp_path: Path) -> None:
    data = platforms.write_icon(tmp_path, "darwin").read_bytes()
    magic, length = struct.unpack_from(">4sI", data)
    assert (magic, length) == (b"icns", len(data))
    offset, sizes = 8, {}
    while offset < len(data):
        name, length = struct.unpack_from(">4sI", data, offset)
        sizes[name] = get_png_size(data[offset + 8 : offset + length])
        offset += length
    assert sizes == {name: (size, size) for name, size in platforms.ICNS_SIZES_PX.items()}


def test_version_data_contain_program_name_and_version() -> None:
    text = platforms.build_version_text("1.2.3")
    strings = [node.value for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Constant)]
    assert {PROGRAM_NAME, "1.2.3"} <= set(strings)
    assert platforms.parse_version("1.2.3") == (1, 2, 3, 0)


def test_macos_bundle_declares_record_files_and_says_why_it_uses_the_local_network() -> None:
    info = plistlib.loads(plistlib.dumps(platforms.build_info()))
    (declared,), (document,) = info["UTExportedTypeDeclarations"], info["CFBundleDocumentTypes"]
    assert document["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"] == {"public.filename-extension": ["tvr"], "public.mime-type": [MIME_TYPE]}
    assert "friends" in info["NSLocalNetworkUsageDescription"]
    assert info["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["tavoloverde"]
    assert '"%~dp0tavoloverde.exe\\" \\"%%1\\"' in platforms.LINKS_SCRIPT.read_text("utf-8")


def test_desktop_file_declares_record_files() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(platforms.LINUX_FOLDER / f"{platforms.APP_IDENTIFIER}.desktop", "utf-8")
    assert entry["Desktop Entry"]["MimeType"] == f"{MIME_TYPE};"
    assert entry["Desktop Entry"]["Exec"] == "tavoloverde %f"
    entry.read(platforms.LINUX_FOLDER / f"{platforms.APP_IDENTIFIER}.link.desktop", "utf-8")
    assert entry["Desktop Entry"]["MimeType"] == "x-scheme-handler/tavoloverde;"
    assert entry["Desktop Entry"]["Exec"] == "tavoloverde %u"
    mime = ElementTree.parse(platforms.LINUX_FOLDER / f"{platforms.APP_IDENTIFIER}.mime.xml").getroot()
    kinds = {
        element.get("type"): [glob.get("pattern") for glob in element if glob.tag.endswith("glob")] for element in mime
    }
    assert kinds == {MIME_TYPE: ["*.tvr"]}
    about = ElementTree.parse(platforms.LINUX_FOLDER / f"{platforms.APP_IDENTIFIER}.metainfo.xml").getroot()
    assert about.findtext("id") == platforms.APP_IDENTIFIER
    assert about.findtext("launchable") == f"{platforms.APP_IDENTIFIER}.desktop"
    assert about.findtext("provides/mediatype") == MIME_TYPE


@check_rows(
    ("tool", "file"),
    [
        ("desktop-file-validate", "desktop"),
        ("desktop-file-validate", "link.desktop"),
        ("appstreamcli validate --no-net", "metainfo.xml"),
    ],
)
def test_desktop_tools_report_no_error(tool: str, file: str) -> None:
    command = tool.split()
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    subprocess.run([*command, str(platforms.LINUX_FOLDER / f"{platforms.APP_IDENTIFIER}.{file}")], check=True)


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
def test_menu_entry_starts_program_where_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "Carte & più" / 'at "10 %" $HOME `x` b\\s'
    folder.mkdir(parents=True)
    platforms.install_desktop_files(folder)
    share = tmp_path / "share folder"
    subprocess.run(
        [str(folder / platforms.MENU_SCRIPT)], env={"PATH": "/usr/bin:/bin", "XDG_DATA_HOME": str(share)}, check=True
    )
    for name, code in (("desktop", "%f"), ("link.desktop", "%u")):
        entry = share / "applications" / f"{platforms.APP_IDENTIFIER}.{name}"
        (line,) = [line for line in entry.read_text("utf-8").splitlines() if line.startswith("Exec=")]
        assert parse_exec_program(line.removeprefix("Exec="), code) == str(folder / "tavoloverde")
        if shutil.which("desktop-file-validate"):
            subprocess.run(["desktop-file-validate", str(entry)], check=True)
    assert (share / "mime/packages" / f"{platforms.APP_IDENTIFIER}.xml").is_file()


def parse_exec_program(value: str, code: str) -> str:
    """Return the first word of an Exec line by the Desktop Entry Specification: a string, then quoting, then %."""
    string, index = "", 0
    while index < len(value):
        index += value[index] == "\\"
        string, index = string + value[index], index + 1
    assert string.startswith('"')
    word, index = "", 1
    while string[index] != '"':
        index += string[index] == "\\"
        word, index = word + string[index], index + 1
    assert string[index + 1 :] == f" {code}"
    return word.replace("%%", "%")


def test_archive_preserves_links_and_executables(tmp_path: Path) -> None:
    folder = tmp_path / "tavoloverde"
    (folder / "_internal").mkdir(parents=True)
    (folder / "tavoloverde").write_text("program")
    (folder / "tavoloverde").chmod(0o755)
    (folder / "_internal" / "link").symlink_to("../tavoloverde")
    archive.zip_folder(folder, tmp_path / "one.zip")
    with zipfile.ZipFile(tmp_path / "one.zip") as opened:
        modes = {entry.filename: entry.external_attr >> 16 for entry in opened.infolist()}
        assert opened.read("tavoloverde/_internal/link") == b"../tavoloverde"
    assert modes == {"tavoloverde/_internal/link": 0o120777, "tavoloverde/tavoloverde": 0o100755}


@check_rows(
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
def test_every_file_is_counted_with_its_part(place: str, part: str) -> None:
    assert sizes.find_part(place) == part


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one for Linux")
@pytest.mark.parametrize(("unpacked", "packed"), [(3_000_000, 55_000_000), (130_000_000, 1000)])
def test_too_large_program_is_refused_with_its_largest_parts(unpacked: int, packed: int, tmp_path: Path) -> None:
    for place, size in (("numpy/x.so", 2_600_000), ("assets/a.svg", 500_000)):
        file = tmp_path / "tavoloverde" / "_internal" / place
        file.parent.mkdir(parents=True)
        file.write_bytes(bytes(size))
    build.pack(tmp_path / "tavoloverde", tmp_path / "one.zip")
    with pytest.raises(build.BuildError) as refusal:
        build.pack(tmp_path / "tavoloverde", tmp_path / "two.zip", sizes.FileSize(unpacked, packed))
    assert "the program has 3.1 MB unpacked" in str(refusal.value)
    assert str(refusal.value).endswith("its largest parts: numpy 2.6 MB; cards, sounds, help 0.5 MB")
    assert "\n" not in str(refusal.value)


def test_only_needed_fonts_are_included() -> None:
    fonts = [Path(path).name for path, folder in contents.list_font_files() if folder != contents.SCRIPT_FONTS_PACKAGE]
    assert contents.list_script_font_files() and not any(
        "CJK" in path for path, _folder in contents.list_script_font_files()
    )
    assert sum(name.endswith((".otf", ".ttf")) for name in fonts) == 3
    assert contents.is_excluded("pygame_gui/data/NotoSansJP-Bold.otf")
    assert contents.is_excluded("pygame_gui\\data\\NotoSansJP-Bold.otf")
    assert not contents.is_excluded("pygame_gui/data/NotoSans-Regular.ttf")


def test_license_of_every_library_is_included() -> None:
    folders = [f"{folder}/" for _path, folder in contents.list_license_files()]
    assert [
        library for library in contents.LIBRARIES if not any(f.startswith(f"licences/{library}/") for f in folders)
    ] == []
    places = [f"{folder}/{Path(path).name}" for path, folder in contents.list_license_files()]
    assert len(places) == len(set(places))
    assert not [place for place in places if contents.is_excluded(place)]


def test_asset_scripts_are_not_included() -> None:
    files = [path for path, _folder in contents.list_data_files()]
    assert {Path(path).name for path in files} >= {"LICENSE", "LICENSE-UNICODE"}
    assert not [path for path in files if path.endswith(".py")]
    assert {Path(path).suffix for path in files} >= {".svg", ".wav", ".md", ".npz", ".png"}
    assert VERSION in platforms.get_full_name()


@pytest.mark.slow
def test_nothing_imported_by_commands_is_left_out() -> None:
    """Check the imports without a build."""
    code = """
import sys
from standalone.contents import EXCLUDED_MODULES

class LeftOut:
    def find_spec(self, name, path=None, target=None):
        if any(name == one or name.startswith(one + ".") for one in EXCLUDED_MODULES):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, LeftOut())
import main, game.ai.client, game.cli.replay, game.cli.simulation_report
import miniupnpc, segno, spake2, zeroconf
"""
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=contents.PROJECT_FOLDER, capture_output=True, text=True, check=False
    )
    assert (completed.returncode, completed.stderr) == (0, "")
