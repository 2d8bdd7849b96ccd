/** What the browser keeps: the person for all tables, and seat, run and words of the shuffle for each table. */

const PREFIX = "tavoloverde";
const memory = new Map();

/** Whether this browser keeps anything; else a reload begins anew. */
export const isStorageAllowed = (() => {
  try {
    localStorage.setItem(`${PREFIX}:test`, "1");
    localStorage.removeItem(`${PREFIX}:test`);
    return true;
  } catch {
    return false;
  }
})();

function read(name) {
  const text = isStorageAllowed ? localStorage.getItem(`${PREFIX}:${name}`) : memory.get(name);
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}

function write(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  if (isStorageAllowed) {
    try {
      localStorage.setItem(`${PREFIX}:${name}`, text);
    } catch {
      // The storage is full: this page still has the value.
    }
  }
}

/** A named object of values that survives a reload. */
export class Store {
  constructor(name) {
    this.name = name;
    this.values = read(name);
  }

  /** Keep these values beside the others. */
  keep(changes) {
    Object.assign(this.values, changes);
    write(this.name, this.values);
  }

  /** Forget everything but the values with these names. */
  forget(...kept) {
    this.values = Object.fromEntries(Object.entries(this.values).filter(([name]) => kept.includes(name)));
    write(this.name, this.values);
  }
}

/** Call `onTaken` when another tab of this browser takes the table; return the function that takes it for this one. */
export function watchTabs(name, onTaken) {
  const key = `${PREFIX}:${name}:tab`;
  const tab = randomHex(8);
  window.addEventListener("storage", (event) => {
    if (event.key === key && event.newValue && event.newValue !== tab) {
      onTaken();
    }
  });
  return () => {
    if (isStorageAllowed) {
      localStorage.setItem(key, tab);
    }
  };
}

/** Return random bytes as lower-case hexadecimal digits. */
export function randomHex(size) {
  return toHex(crypto.getRandomValues(new Uint8Array(size)));
}

export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
