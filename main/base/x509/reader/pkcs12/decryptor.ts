import { readRoot } from '../asn1/ber.ts';
import { decrypt } from '../ciphers/schemes.ts';
import type { KeyDeriver } from '../derivation/derive.ts';
import { ReaderError } from '../failures.ts';
import type { EncryptedBytes } from './bags.ts';
import { bmpForPbkdf2, type PassphraseEncoding } from './passphrase.ts';
import type { EncryptionScheme } from './scheme.ts';

/** Decrypts the parts of one file, trying the passphrase in each of its encodings. */
export class Decryptor {
  readonly #deriver: KeyDeriver;
  readonly #verified: boolean;
  #encodings: readonly PassphraseEncoding[];
  readonly #names = new Set<string>();
  #weak = false;
  #deviates = false;

  /** `verified`: a MAC confirms the passphrase, so a failure here means something else. */
  constructor(encodings: readonly PassphraseEncoding[], deriver: KeyDeriver, verified: boolean) {
    this.#encodings = encodings;
    this.#deriver = deriver;
    this.#verified = verified;
  }

  /** Names of the schemes used so far. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  get weak(): boolean {
    return this.#weak;
  }

  /** Whether anything needed the passphrase in a nonstandard encoding. */
  get deviates(): boolean {
    return this.#deviates;
  }

  get preferred(): PassphraseEncoding {
    const [first] = this.#encodings;
    if (first === undefined) throw new Error('no encoding of the passphrase');
    return first;
  }

  prefer(encoding: PassphraseEncoding): void {
    this.#encodings = [encoding, ...this.#encodings.filter((other) => other !== encoding)];
    this.#note(encoding);
  }

  /** Returns whether the passphrase opens these octets, whatever they contain. */
  async opens({ scheme, data }: EncryptedBytes): Promise<boolean> {
    if (scheme instanceof ReaderError) return false;
    const plain = await this.#plain(scheme, data, this.preferred);
    return plain !== undefined && this.#wellFormed(plain);
  }

  /** Decrypts and passes the plaintext to `use`. Throws `wrong-password`, or the error in `scheme`. */
  async decrypt<T>({ scheme, data }: EncryptedBytes, use: (plain: Uint8Array) => T): Promise<T> {
    if (scheme instanceof ReaderError) throw scheme;
    this.#names.add(scheme.name);
    this.#weak ||= scheme.weak;
    for (const encoding of this.#candidates(scheme)) {
      const plain = await this.#plain(scheme, data, encoding);
      if (plain === undefined || !this.#wellFormed(plain)) continue;
      const used = use(plain);
      this.#note(encoding);
      return used;
    }
    const given = this.preferred.bmp.length > 2;
    const reason = this.#verified ? 'privacy-differs' : given ? 'mismatch' : 'needed';
    throw new ReaderError('wrong-password', { reason });
  }

  #candidates(scheme: EncryptionScheme): readonly PassphraseEncoding[] {
    if (!this.#verified || !scheme.usesRawPassphrase) return this.#encodings;
    return [...this.#encodings, bmpForPbkdf2(this.preferred)];
  }

  #note({ name }: PassphraseEncoding): void {
    if (name !== 'standard' && name !== 'zero-length') this.#deviates = true;
  }

  async #plain(scheme: EncryptionScheme, data: Uint8Array, encoding: PassphraseEncoding) {
    const derived: Uint8Array[] = [];
    for (const request of scheme.derivations(encoding)) {
      derived.push(await this.#deriver.derive(request));
    }
    const { key, iv } = scheme.keyAndIv(derived);
    return decrypt(scheme.cipher, key, iv, data, scheme.effectiveBits);
  }

  /** Checks for one SEQUENCE with nothing behind it: chance does not produce that together with valid padding. */
  #wellFormed(plain: Uint8Array): boolean {
    if (plain[0] !== 0x30) return false;
    try {
      readRoot(plain, 'plaintext', 'refuse');
      return true;
    } catch (error) {
      if (error instanceof ReaderError) return false;
      throw error;
    }
  }
}
