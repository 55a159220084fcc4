/** Keys and certificates outside PKCS#12: PEM bundles and single DER files. */
import { Fields, is, rawBytes, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { nullValue, sequence } from '../asn1/der.ts';
import { oidOf } from '../asn1/values.ts';
import {
  type BagAttributes,
  type Contents,
  type FoundCertificate,
  type FoundKey,
  foundKey,
  noAttributes,
} from '../contents.ts';
import type { ReadContext } from '../derivation/context.ts';
import type { KeyDeriver } from '../derivation/derive.ts';
import { malformed, ReaderError, unsupported } from '../failures.ts';
import { parsePrivateKey, wrapTraditional } from '../keys/private-key.ts';
import { keyOids } from '../keys/public-key.ts';
import { shroudedKey } from '../pkcs12/bags.ts';
import { Decryptor } from '../pkcs12/decryptor.ts';
import { encodingsOf } from '../pkcs12/passphrase.ts';
import type { ReadWarning } from '../result.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { bytesOf, type PemBlock } from './blocks.ts';
import { decryptTraditional, parseDekInfo } from './traditional.ts';

/** Kind of a DER element, as far as this program uses it. */
export type DerKind =
  | 'certificate'
  | 'pkcs8'
  | 'encrypted-pkcs8'
  | 'rsa-key'
  | 'ec-key'
  | 'dsa-key'
  | 'pkcs7'
  | 'certificate-request'
  | 'revocation-list'
  | 'public-key'
  | 'unknown';

/** Examines only the first elements. */
export function kindOfDer(root: Tlv): DerKind {
  if (!is(root, universal.sequence)) return 'unknown';
  const elements: Tlv[] = [];
  for (const element of new Fields(root, 'file').rest('element')) {
    elements.push(element);
    if (elements.length === 9) break;
  }
  const [first, second, third] = elements;
  if (first === undefined) return 'unknown';
  if (is(first, universal.oid)) {
    return oidOf(first, 'file').startsWith('1.2.840.113549.1.7.') ? 'pkcs7' : 'unknown';
  }
  if (is(first, universal.integer)) {
    if (is(second, universal.sequence) && is(third, universal.octetString)) return 'pkcs8';
    if (is(second, universal.octetString)) return 'ec-key';
    const integers = elements.every((element) => is(element, universal.integer));
    if (integers && elements.length === 9) return 'rsa-key';
    return integers && elements.length === 6 ? 'dsa-key' : 'unknown';
  }
  if (!is(first, universal.sequence)) return 'unknown';
  if (is(second, universal.octetString)) return 'encrypted-pkcs8';
  if (is(second, universal.bitString)) return 'public-key';
  if (!is(second, universal.sequence) || !is(third, universal.bitString)) return 'unknown';
  return kindOfSigned(first);
}

/** Certificates, requests and revocation lists share the outer shape of a signed object. */
function kindOfSigned(body: Tlv): DerKind {
  const tags = [...new Fields(body, 'file').rest('element')].map(({ tagClass, tag }) =>
    tagClass === 'context' ? `[${tag}]` : `${tag}`,
  );
  const shape = tags.join(' ');
  if (/^(\[0\] )?2 16 16 16 16 16\b/.test(shape)) return 'certificate';
  if (/^2 16 16 \[0\]/.test(shape)) return 'certificate-request';
  return /^(2 )?16 16 (23|24)\b/.test(shape) ? 'revocation-list' : 'unknown';
}

const kindByLabel: Readonly<Record<string, DerKind>> = {
  CERTIFICATE: 'certificate',
  'X509 CERTIFICATE': 'certificate',
  'TRUSTED CERTIFICATE': 'certificate',
  'PRIVATE KEY': 'pkcs8',
  'ENCRYPTED PRIVATE KEY': 'encrypted-pkcs8',
  'RSA PRIVATE KEY': 'rsa-key',
  'EC PRIVATE KEY': 'ec-key',
  'DSA PRIVATE KEY': 'dsa-key',
};

/** Collects the contents of PEM blocks or a DER element. */
export class PlainCollector {
  readonly keys: FoundKey[] = [];
  readonly certificates: FoundCertificate[] = [];
  readonly #warnings = new Set<ReadWarning>();
  readonly #names = new Set<string>();
  readonly #decryptor: Decryptor;
  readonly #context: ReadContext;
  readonly #passphrase: string | null;

  constructor(passphrase: string | null, deriver: KeyDeriver, context: ReadContext) {
    this.#passphrase = passphrase;
    this.#context = context;
    this.#decryptor = new Decryptor(encodingsOf(passphrase), deriver, false);
  }

  contents(format: 'pem' | 'der'): Contents {
    const { weak, deviates, names } = this.#decryptor;
    if (weak) this.#warnings.add('weak-encryption');
    if (deviates) this.#warnings.add('nonstandard-passphrase-encoding');
    return {
      format,
      keys: this.keys,
      certificates: this.certificates,
      failures: [],
      integrity: 'none',
      algorithms: [...this.#names, ...names],
      warnings: [...this.#warnings],
    };
  }

  /** Returns false if the element is of no use here. */
  async addDer(kind: DerKind, root: Tlv, where: string, attributes: BagAttributes = noAttributes) {
    switch (kind) {
      case 'certificate':
        this.certificates.push({
          certificate: parseCertificate(rawBytes(root), where),
          ...attributes,
        });
        return true;
      case 'encrypted-pkcs8': {
        await this.#unlessUnopened(attributes, async () => {
          const shrouded = shroudedKey(root, where, this.#context);
          await this.#decryptor.decrypt(shrouded, (plain) =>
            this.#secret(plain, where, attributes),
          );
        });
        return true;
      }
      case 'pkcs8':
      case 'rsa-key':
      case 'ec-key':
      case 'dsa-key':
        this.#warnings.add('key-not-encrypted');
        this.#key(() => asPkcs8(kind, root, where), where, attributes);
        return true;
      default:
        return false;
    }
  }

  /** Returns false if the block is of no use here. */
  async addPem(block: PemBlock, where: string): Promise<boolean> {
    const { label, headers, friendlyName, localKeyId } = block;
    const attributes = { friendlyName, localKeyId };
    const kind = kindByLabel[label];
    if (kind === undefined && label !== 'OPENSSH PRIVATE KEY') return false;
    if (kind === 'certificate') return this.#addBlock(block, kind, where, attributes);
    await this.#unlessUnopened(attributes, async () => {
      if (kind === undefined) throw unsupported('OpenSSH private key format', where);
      if (headers.get('Proc-Type')?.includes('ENCRYPTED') !== true) {
        await this.#addBlock(block, kind, where, attributes);
        return;
      }
      const cipher = parseDekInfo(headers.get('DEK-Info') ?? '', where);
      const encodings = encodingsOf(this.#passphrase);
      const bytes = decryptTraditional(cipher, bytesOf(block), encodings, where);
      this.#names.add(`PEM ${cipher.name}, MD5`);
      this.#warnings.add('weak-encryption');
      this.#secret(asPkcs8(kind, readRoot(bytes, where, 'allow'), where), where, attributes);
      bytes.fill(0);
    });
    return true;
  }

  async #addBlock(block: PemBlock, kind: DerKind, where: string, attributes: BagAttributes) {
    return this.addDer(kind, readRoot(bytesOf(block), where, 'allow'), where, attributes);
  }

  /** Keeps a key that cannot be opened with the reason: another may work. */
  async #unlessUnopened(attributes: BagAttributes, add: () => Promise<void>): Promise<void> {
    try {
      await add();
    } catch (error) {
      if (!(error instanceof ReaderError)) throw error;
      this.keys.push({ ...attributes, key: error });
    }
  }

  /** Adds a key that was encrypted in the file: its octets are wiped after reading. */
  #secret(pkcs8: Uint8Array, where: string, attributes: BagAttributes): void {
    try {
      this.#key(() => pkcs8, where, attributes);
    } finally {
      pkcs8.fill(0);
    }
  }

  #key(pkcs8: () => Uint8Array, where: string, attributes: BagAttributes): void {
    this.keys.push(foundKey(attributes, () => parsePrivateKey(pkcs8(), where)));
  }
}

/** Converts the bare keys of PKCS#1, SEC 1 and OpenSSL's DSA format to PKCS#8. */
function asPkcs8(kind: DerKind, root: Tlv, where: string): Uint8Array {
  const raw = rawBytes(root);
  if (kind === 'rsa-key') return wrapTraditional(keyOids.rsa, nullValue(), raw);
  if (kind === 'ec-key') {
    const fields = Fields.of(root, where);
    fields.any('version');
    fields.any('privateKey');
    const parameters = fields.optional('parameters', 0, 'context');
    if (parameters === undefined) throw malformed(`${where}.parameters`, 'missing');
    const curve = new Fields(parameters, where).any('curve');
    return wrapTraditional(keyOids.ec, rawBytes(curve), raw);
  }
  if (kind !== 'dsa-key') return raw;
  const fields = Fields.of(root, where);
  fields.any('version');
  const numbers = ['p', 'q', 'g', 'y', 'x'].map((name) => rawBytes(fields.any(name)));
  return wrapTraditional(keyOids.dsa, sequence(...numbers.slice(0, 3)), numbers[4] ?? raw);
}
