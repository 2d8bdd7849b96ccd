/** This phone's part in the shuffle of all, and its checks of the host (docs/fairness.md, docs/protocol.md).
 *
 * It can check all that follows from the words and the seed. Who gets which card of the pack is a matter of the rules
 * of a game, which this page does not know. */

import { sha256 } from "./libraries/hashes/sha2.js";
import { randomHex, toHex } from "./store.js";

const KEY_DIGITS = 25;
const WORD_BYTES = 32;
const RANKS = "A23456789TJQK";
const JOKERS = ["LJ", "BJ"];
const KEPT_ROUNDS = 4;
const TWO_TO_32 = 2 ** 32;

// -- formulas --------------------------------------------------------------------------------------

function digest(purpose, lines) {
  const text = [`tavoloverde ${purpose}`, ...lines.map(([name, value]) => `${name}: ${value}`), ""].join("\n");
  return toHex(sha256(new TextEncoder().encode(text)));
}

/** Return the host's seal of a deal: `{match, game, deal}` with its seed and salt. */
export function computeSeal({ match, game, deal }, seed, salt) {
  return digest("seal 2", [["match", match], ["game", game], ["deal", deal], ["seed", seed], ["salt", salt]]);
}

/** Return the commitment of `seat` to `word`, for a deal with this seal. */
export function computeCommitment({ match, deal, seal }, seat, word) {
  return digest("word 2", [["match", match], ["deal", deal], ["seal", seal], ["seat", seat], ["word", word]]);
}

/** Return the key of a pack, from the host's seed and the words of the last round. */
export function deriveKey({ match, game, deal }, seed, words) {
  const lines = words.map(({ seat, word }) => [`word ${seat}`, word]);
  const head = [["match", match], ["game", game], ["deal", deal], ["seed", seed]];
  return digest("key 2", [...head, ...lines]).slice(0, KEY_DIGITS);
}

/** Return the cards in the order of the shuffle with this key. */
export function shufflePack(cards, key) {
  const pack = [...cards].sort((card, other) => placeOf(card) - placeOf(other));
  const numbers = iterateNumbers(key);
  for (let count = pack.length; count > 1; count -= 1) {
    const limit = Math.floor(TWO_TO_32 / count) * count;
    let number = numbers.next().value;
    while (number >= limit) {
      number = numbers.next().value;
    }
    const other = number % count;
    [pack[count - 1], pack[other]] = [pack[other], pack[count - 1]];
  }
  return pack;
}

function placeOf(card) {
  return JOKERS.includes(card) ? 100 + JOKERS.indexOf(card) : 20 * "dhsc".indexOf(card[1]) + RANKS.indexOf(card[0]);
}

function* iterateNumbers(key) {
  for (let block = 0; ; block += 1) {
    const digits = digest("shuffle 1", [["key", key], ["block", block]]);
    for (let offset = 0; offset < digits.length; offset += 8) {
      yield parseInt(digits.slice(offset, offset + 8), 16);
    }
  }
}

/** Return whether finished rounds are as the rules of a joint shuffle allow; see `find_round_fault` of the program. */
export function areRoundsAllowed(context, rounds) {
  const absent = new Set();
  return rounds.length > 0 && rounds.every((words, index) => {
    const seats = words.map(({ seat }) => seat);
    const isAscending = seats.every((seat, place) => place === 0 || seats[place - 1] < seat);
    const isFitting = words.every(({ seat, commitment, word }) =>
      commitment && !absent.has(seat) && (!word || computeCommitment(context, seat, word) === commitment));
    const late = words.filter(({ word }) => !word).map(({ seat }) => seat);
    late.forEach((seat) => absent.add(seat));
    return isAscending && isFitting && late.length > 0 === index < rounds.length - 1;
  });
}

/** Return rounds with the empty values that messages and match files leave out. */
function complete(rounds = []) {
  return rounds.map((words) => words.map(({ seat, commitment = "", word = "" }) => ({ seat, commitment, word })));
}

/** Return whether all words of the last round are shown. */
function isOpen(rounds) {
  return rounds.length > 0 && rounds.at(-1).every(({ word }) => word);
}

// -- what this phone does ---------------------------------------------------------------------------

/** The words of one seat and what the host has shown it; kept in `table`, so that a reload changes no word. */
export class ShuffleGuard {
  constructor(table) {
    this.table = table;
    this.deals = table.values.deals ?? {};
    this.faults = table.values.faults ?? [];
    this.checkedCount = table.values.checkedCount ?? 0;
  }

  /** Return the answers to a `shuffle`: a commitment or a word of this seat, or none. */
  answer({ match, deal, seal, rounds: shownRounds }) {
    const { seat } = this.table.values;
    const known = this.getDeal(match, deal, seal);
    const rounds = complete(shownRounds);
    const words = rounds.at(-1) ?? [];
    const own = words.find((word) => word.seat === seat);
    known.rounds = rounds;
    if (known.seal !== seal) {
      this.report("seal", deal);
      return [];
    }
    const round = rounds.length;
    const kept = own ? (known.words[round] ??= { word: randomHex(WORD_BYTES) }) : null;
    this.keep();
    if (!own) {
      return [];
    }
    const commitment = computeCommitment({ match, deal, seal }, seat, kept.word);
    if (words.some((word) => !word.commitment)) {
      return [{ type: "commit", deal, round, commitment }];
    }
    const list = words.map((word) => `${word.seat} ${word.commitment}`).join("\n");
    kept.list ??= list;
    this.keep();
    if (own.commitment !== commitment || kept.list !== list || (own.word && own.word !== kept.word)) {
      this.report("word", deal);
      return [];
    }
    kept.isOpen = true;
    this.keep();
    return own.word ? [] : [{ type: "open", deal, round, word: kept.word }];
  }

  /** Check the `proof` of a deal in progress: its seal is the first one, and it has this seat's word. */
  checkProof({ deal_number: deal, commitment }) {
    const known = Object.values(this.deals).find((shown) => shown.deal === deal);
    if (known && commitment.seal) {
      this.compare(known, commitment.seal, complete(commitment.rounds));
    }
  }

  /** Check a deal that is over: seal, seed, words and pack, as far as this phone has seen the shuffle. */
  checkDeal({ number, data }) {
    const record = JSON.parse(data);
    const { pack, fairness = {} } = record.deals[0];
    const { seal = "", seed = "", salt = "" } = fairness;
    const rounds = complete(fairness.rounds);
    const match = record.fairness?.match ?? "";
    const known = this.deals[`${match} ${number}`];
    const context = { match, game: record.game, deal: number, seal };
    const cards = typeof pack === "string" ? pack.split(" ") : pack;
    if (known && !this.compare(known, seal, rounds)) {
      return;
    }
    if (computeSeal(context, seed, salt) !== seal) {
      this.report("seal", number);
    } else if (!areRoundsAllowed(context, rounds)) {
      this.report("rounds", number);
    } else if (String(shufflePack(cards, deriveKey(context, seed, rounds.at(-1)))) !== String(cards)) {
      this.report("pack", number);
    } else if (known && !known.isChecked) {
      known.isChecked = true;
      this.checkedCount += 1;
    }
    this.keep();
  }

  /** Check that the cards of a deal come after its whole shuffle. `turn` is that of the table in words. */
  checkBegin([deal]) {
    const known = Object.values(this.deals).findLast((shown) => shown.deal === deal);
    if (known && !isOpen(known.rounds)) {
      this.report("rounds", deal);
    }
  }

  compare(known, seal, rounds) {
    const { seat } = this.table.values;
    const own = known.words[rounds.length];
    const shown = (rounds.at(-1) ?? []).find((word) => word.seat === seat);
    if (known.seal !== seal) {
      this.report("seal", known.deal);
    } else if (own?.isOpen && shown?.word !== own.word) {
      this.report("word", known.deal);
    } else if (isOpen(known.rounds) && JSON.stringify(rounds) !== JSON.stringify(known.rounds)) {
      this.report("rounds", known.deal);
    } else {
      return true;
    }
    return false;
  }

  getDeal(match, deal, seal) {
    return (this.deals[`${match} ${deal}`] ??= { deal, seal, words: {}, rounds: [] });
  }

  report(code, deal) {
    if (!this.faults.some((fault) => fault.code === code && fault.deal === deal)) {
      this.faults.push({ code, deal });
    }
    this.keep();
  }

  keep() {
    const names = Object.keys(this.deals);
    names.slice(0, -KEPT_ROUNDS).forEach((name) => delete this.deals[name]);
    this.table.keep({ deals: this.deals, faults: this.faults, checkedCount: this.checkedCount });
  }
}
