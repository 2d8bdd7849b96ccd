#!/bin/sh
# Adds the program to this person's menu and opens match files (*.tvr) and links of tables with it, wherever it is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
name=io.github.tavoloverde.TavoloVerde

mkdir -p "$share"
cp -R "$here/share/." "$share/"

# Between the quotes of a desktop entry a backslash guards \ " ` $, and every backslash is written twice; % is doubled.
path=$(printf '%s' "$here/tavoloverde" | sed 's/\\/\\\\\\\\/g; s/["`$]/\\\\&/g; s/%/%%/g')
for file in "$name.desktop %f" "$name.link.desktop %u"; do
    entry="$share/applications/${file% *}"
    { grep -v '^Exec=' "$here/share/applications/${file% *}"; printf 'Exec="%s" %s\n' "$path" "${file#* }"; } >"$entry"
done

if command -v update-mime-database >/dev/null; then update-mime-database "$share/mime"; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database "$share/applications"; fi
echo "Tavolo Verde is in the menu. To remove it, delete $share/applications/$name.*"
