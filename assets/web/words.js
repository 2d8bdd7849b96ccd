/** The page's own words, which the host has in every language; everything about the game comes in words anyway. */

export const LANGUAGES = { en: "English", it: "Italiano", fr: "Français" };
let words = {};

/** Load the words of a language, a key of `LANGUAGES`. */
export async function loadWords(language) {
  const response = await fetch(`words/${language}.json`);
  words = await response.json();
  document.documentElement.lang = language;
}

/** Return the text with this id; `{name}` in it becomes `values.name`. */
export function say(id, values = {}) {
  return (words[id] ?? "").replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/** Return why the host does not let this person in, or no longer. */
export function sayRefusal(code) {
  return words.refused?.[code] ?? words.refused?.bad_host ?? "";
}

/** Return the language to begin with: the first of the browser's that the host has. */
export function guessLanguage() {
  const known = navigator.languages.map((language) => language.slice(0, 2)).filter((language) => language in LANGUAGES);
  return known[0] ?? "en";
}
