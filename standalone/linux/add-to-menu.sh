#!/bin/sh
# Adds the program to this person's menu and opens match files (*.tvr) with it, wherever its folder is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
name=io.github.tavoloverde.TavoloVerde

mkdir -p "$share"
cp -R "$here/share/." "$share/"

# Between the quotes of a desktop entry a backslash guards \ " ` $, and every backslash is written twice; % is doubled.
path=$(printf '%s' "$here/tavoloverde" | sed 's/\\/\\\\\\\\/g; s/["`$]/\\\\&/g; s/%/%%/g')
entry="$share/applications/$name.desktop"
{ grep -v '^Exec=' "$here/share/applications/$name.desktop"; printf 'Exec="%s" %%f\n' "$path"; } >"$entry"

if command -v update-mime-database >/dev/null; then update-mime-database "$share/mime"; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database "$share/applications"; fi
echo "Tavolo Verde is in the menu. To remove it, delete $entry"
