import { trimEnd } from '../../../../../common/texts/trim.ts';
/** SafeContents and its bags (RFC 7292, 4.2). */
import { Fields, is, octets, rawBytes, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { hex, oidOf, textOf } from '../asn1/values.ts';
import type { BagAttributes, FoundCertificate } from '../contents.ts';
import type { ReadContext } from '../derivation/context.ts';
import { malformed, ReaderError, unsupported } from '../failures.ts';
import { parseCertificate } from '../x509/certificate.ts';
import { parseEncryption } from './encryption.ts';
import type { EncryptionScheme } from './scheme.ts';

export interface EncryptedBytes {
  readonly where: string;
  /** How to decrypt, or why that is not possible here. */
  readonly scheme: EncryptionScheme | ReaderError;
  readonly data: Uint8Array;
}

export interface KeyBag extends BagAttributes {
  readonly where: string;
  /** PrivateKeyInfo, unencrypted or encrypted. */
  readonly plain?: Uint8Array;
  readonly shrouded?: EncryptedBytes;
}

const bagIds: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.12.10.1.1': 'keyBag',
  '1.2.840.113549.1.12.10.1.2': 'shroudedKeyBag',
  '1.2.840.113549.1.12.10.1.3': 'certBag',
  '1.2.840.113549.1.12.10.1.4': 'crlBag',
  '1.2.840.113549.1.12.10.1.5': 'secretBag',
  '1.2.840.113549.1.12.10.1.6': 'safeContentsBag',
};

const maxNesting = 8;
/** Limit on keys; each key costs arithmetic, each certificate a hash. */
const maxKeys = 64;
const maxCertificates = 2000;

/** Returns a failure as a value, so that a wrong passphrase can be reported first. */
export function schemeOrFailure(tlv: Tlv, where: string, context: ReadContext) {
  try {
    return parseEncryption(tlv, where, context);
  } catch (error) {
    if (error instanceof ReaderError && error.outcome !== 'malformed') return error;
    throw error;
  }
}

function attributesOf(tlv: Tlv | undefined, where: string): BagAttributes {
  let friendlyName: string | null = null;
  let localKeyId: string | null = null;
  if (tlv === undefined) return { friendlyName, localKeyId };
  for (const entry of Fields.of(tlv, where, universal.set).rest('attribute')) {
    const fields = Fields.of(entry, `${where}.attribute`);
    const oid = oidOf(fields.any('id'), `${fields.where}.id`);
    const values = Fields.of(fields.any('values'), `${fields.where}.values`, universal.set);
    if (values.done) continue;
    const value = values.any('value');
    if (oid === '1.2.840.113549.1.9.20') {
      friendlyName = trimEnd(textOf(value) ?? '', /\0/) || null;
    } else if (oid === '1.2.840.113549.1.9.21' && is(value, universal.octetString)) {
      // Some tools write a text there. It is only a hint: keys are matched by arithmetic.
      localKeyId = hex(octets(value, `${where}.localKeyId`));
    }
  }
  return { friendlyName, localKeyId };
}

export function shroudedKey(tlv: Tlv, where: string, context: ReadContext): EncryptedBytes {
  const fields = Fields.of(tlv, where);
  const algorithm = fields.any('encryptionAlgorithm');
  const scheme = schemeOrFailure(algorithm, `${where}.encryptionAlgorithm`, context);
  const data = octets(fields.any('encryptedData'), `${where}.encryptedData`);
  return { where, scheme, data };
}

/** Collects the keys and certificates in a file's parts. */
export class BagCollector {
  readonly keys: KeyBag[] = [];
  readonly certificates: FoundCertificate[] = [];
  readonly #context: ReadContext;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** `bytes` are one SafeContents. */
  add(bytes: Uint8Array, where: string): void {
    this.#safeContents(readRoot(bytes, where, 'refuse'), where, 0);
  }

  #safeContents(contents: Tlv, where: string, nesting: number): void {
    if (nesting > maxNesting) throw malformed(where, 'too-deep', contents.start);
    let index = 0;
    for (const bag of Fields.of(contents, where).rest('bag')) {
      this.#bag(bag, `${where}.bag${index}`, nesting);
      index++;
    }
  }

  #bag(bag: Tlv, where: string, nesting: number): void {
    const fields = Fields.of(bag, where);
    const oid = oidOf(fields.any('bagId'), `${where}.bagId`);
    const wrapper = new Fields(fields.take('bagValue', 0, 'context'), `${where}.bagValue`);
    const value = wrapper.any('value');
    const attributes = attributesOf(
      fields.done ? undefined : fields.any('bagAttributes'),
      `${where}.bagAttributes`,
    );
    fields.finish();
    switch (bagIds[oid]) {
      case 'keyBag':
        this.#key({ where, plain: rawBytes(value), ...attributes });
        break;
      case 'shroudedKeyBag':
        this.#key({ where, shrouded: shroudedKey(value, where, this.#context), ...attributes });
        break;
      case 'certBag':
        this.#certificate(value, where, attributes);
        break;
      case 'safeContentsBag':
        this.#safeContents(value, where, nesting + 1);
        break;
      default:
        // Revocation lists, secrets and bags of other kinds are of no use here.
        break;
    }
  }

  #key(key: KeyBag): void {
    if (this.keys.length >= maxKeys) throw unsupported(`more than ${maxKeys} keys`, key.where);
    this.keys.push(key);
  }

  #certificate(value: Tlv, where: string, attributes: BagAttributes): void {
    const fields = Fields.of(value, `${where}.certBag`);
    const oid = oidOf(fields.any('certId'), `${fields.where}.certId`);
    const wrapper = new Fields(fields.take('certValue', 0, 'context'), `${where}.certValue`);
    // SDSI certificates are not in use.
    if (oid !== '1.2.840.113549.1.9.22.1') return;
    if (this.certificates.length >= maxCertificates) {
      throw unsupported(`more than ${maxCertificates} certificates`, where);
    }
    const der = octets(wrapper.any('certificate'), `${where}.certificate`);
    const certificate = parseCertificate(der, `${where}.certificate`);
    this.certificates.push({ certificate, ...attributes });
  }
}
