/** The sealing of all messages between this browser and the host (docs/protocol.md, "Phones"). */

import { chacha20poly1305 } from "./libraries/ciphers/chacha.js";
import { x25519 } from "./libraries/curves/ed25519.js";
import { hkdf } from "./libraries/hashes/hkdf.js";
import { sha256 } from "./libraries/hashes/sha2.js";

const PURPOSE = new TextEncoder().encode("tavoloverde phone 1");
const KEY_BYTES = 32;

/** One direction of a sealed connection; it counts its messages. */
class Direction {
  constructor(key) {
    this.key = key;
    this.count = 0n;
  }

  nextCipher() {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setBigUint64(4, this.count, true);
    this.count += 1n;
    return chacha20poly1305(this.key, nonce);
  }
}

/** The keys of one connection: they follow from the table's secret and the two public keys. */
export class SealedChannel {
  constructor(secret, privateKey = crypto.getRandomValues(new Uint8Array(KEY_BYTES))) {
    this.secret = secret;
    this.privateKey = privateKey;
    this.publicKey = x25519.getPublicKey(privateKey);
  }

  /** Take the host's public key, from which the keys of both directions follow. */
  begin(hostKey) {
    const shared = x25519.getSharedSecret(this.privateKey, hostKey);
    const info = join(PURPOSE, this.publicKey, hostKey);
    const keys = hkdf(sha256, join(this.secret, shared), undefined, info, 2 * KEY_BYTES);
    this.outgoing = new Direction(keys.slice(0, KEY_BYTES));
    this.incoming = new Direction(keys.slice(KEY_BYTES));
  }

  /** Return a message, sealed. */
  seal(message) {
    return this.outgoing.nextCipher().encrypt(new TextEncoder().encode(JSON.stringify(message)));
  }

  /** Return the text of a sealed message, "" for a sign of life; throw an error for any other bytes. */
  open(bytes) {
    return new TextDecoder().decode(this.incoming.nextCipher().decrypt(bytes));
  }
}

function join(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
