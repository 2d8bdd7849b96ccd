"""Write every playthrough anew and remove those of tables that are no more."""

from __future__ import annotations

from tests.playthroughs import PLAYTHROUGH_FOLDER, format_playthrough, get_playthrough_path, iter_golden_tables

texts_by_path = {get_playthrough_path(table): format_playthrough(table) for table in iter_golden_tables()}
for old in set(PLAYTHROUGH_FOLDER.glob("*.txt")) - set(texts_by_path):
    old.unlink()
for where, words in texts_by_path.items():
    where.write_text(words, encoding="utf-8")
print(f"{len(texts_by_path)} playthroughs")
