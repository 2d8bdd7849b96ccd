"""Write the golden transcripts anew and show what changed: ``python -m tools.transcripts``.

They are in ``tests/transcripts``, ``tests/page_walks``, ``tests/playthroughs``, ``tests/game/ai/decisions`` and
``tests/error_lines.txt``. Read the difference before you commit it.
"""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Iterator, Sequence

from game.text.gettext import use_language
from tests.transcripts import FOLDERS, Transcript, iter_golden_texts


def main(args: Sequence[str] | None = None) -> int:
    """Write the transcripts whose names contain one of the arguments, by default all; return the exit status 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.transcripts", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="part of the names, such as lessons/ or .it.txt")
    parts = parser.parse_args(args).parts
    transcripts = list(iter_golden_texts())
    chosen = [transcript for transcript in transcripts if not parts or any(part in str(transcript) for part in parts)]
    changed_count = 0
    for transcript in chosen:
        with use_language("en"):
            text = transcript.make_text()
        changed_count += write_transcript(transcript, text)
    if not parts:
        remove_obsolete_files(transcripts)
    print(f"{len(chosen)} transcripts, {changed_count} of them changed")
    return 0


def write_transcript(transcript: Transcript, text: str) -> bool:
    """Write the text of a transcript, print the difference, and return whether there is one."""
    if text == transcript.written_text:
        return False
    print("\n".join(list_differences(transcript, text)))
    transcript.path.parent.mkdir(exist_ok=True)
    transcript.path.write_text(text, "utf-8", newline="\n")
    return True


def list_differences(transcript: Transcript, text: str) -> Iterator[str]:
    """Return the lines of a unified diff from the written text of a transcript to another one."""
    old_lines, new_lines = transcript.written_text.splitlines(), text.splitlines()
    return difflib.unified_diff(old_lines, new_lines, str(transcript), str(transcript), lineterm="")


def remove_obsolete_files(transcripts: Sequence[Transcript]) -> None:
    """Remove the text files in the folders that are no transcript any more, and print their names."""
    for path in {path for folder in FOLDERS for path in folder.glob("*.txt")} - {item.path for item in transcripts}:
        print(f"removed: {path}")
        path.unlink()


if __name__ == "__main__":
    raise SystemExit(main())
