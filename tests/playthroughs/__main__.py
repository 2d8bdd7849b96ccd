"""Write every playthrough anew and remove those of tables that are no more."""

from __future__ import annotations

from tests.playthroughs import FOLDER, chosen, path, text

wanted = {path(table): text(table) for table in chosen()}
for old in set(FOLDER.glob("*.txt")) - set(wanted):
    old.unlink()
for where, words in wanted.items():
    where.write_text(words, encoding="utf-8")
print(f"{len(wanted)} playthroughs")
