/** PKCS#12 files of shapes that no common tool writes. */
import { createHmac } from 'node:crypto';
import {
  bmpString,
  context,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  setOf,
} from '../../../../../main/base/x509/reader/asn1/der.ts';
import { deriveTogether } from '../../../../../main/base/x509/reader/derivation/iterate.ts';
import { hashes } from '../../../../../main/base/x509/reader/hashes/registry.ts';
import { bmpPassphrase } from '../../../../../main/base/x509/reader/pkcs12/passphrase.ts';

const bagPrefix = '1.2.840.113549.1.12.10.1';

export function attributes(name?: string, keyId?: number): Uint8Array[] {
  const list: Uint8Array[] = [];
  if (name !== undefined) {
    list.push(sequence(oid('1.2.840.113549.1.9.20'), setOf(bmpString(name))));
  }
  if (keyId !== undefined) {
    list.push(sequence(oid('1.2.840.113549.1.9.21'), setOf(octetString(Uint8Array.of(keyId)))));
  }
  return list.length === 0 ? [] : [setOf(...list)];
}

export const keyBag = (pkcs8: Uint8Array, ...rest: Uint8Array[]): Uint8Array =>
  sequence(oid(`${bagPrefix}.1`), context(0, pkcs8), ...rest);

export const certBag = (der: Uint8Array, ...rest: Uint8Array[]): Uint8Array =>
  sequence(
    oid(`${bagPrefix}.3`),
    context(0, sequence(oid('1.2.840.113549.1.9.22.1'), context(0, octetString(der)))),
    ...rest,
  );

/** A bag of bags (RFC 7292, 4.2.6). */
export const nestedBag = (...bags: Uint8Array[]): Uint8Array =>
  sequence(oid(`${bagPrefix}.6`), context(0, sequence(...bags)));

const data = (bytes: Uint8Array): Uint8Array =>
  sequence(oid('1.2.840.113549.1.7.1'), context(0, octetString(bytes)));

export interface MacOptions {
  /** As the KDF takes it. */
  readonly password: Uint8Array;
  readonly iterations?: number;
}

export async function macFor(content: Uint8Array, { password, iterations = 1 }: MacOptions) {
  const salt = Buffer.from('saltsalt');
  const request = { kind: 'pkcs12', purpose: 3, hash: hashes.sha256, length: 32 } as const;
  const [key = new Uint8Array()] = await deriveTogether(
    [{ ...request, password, salt, iterations }],
    { afterSlice: async () => undefined },
  );
  const digest = createHmac('sha256', key).update(content).digest();
  const info = sequence(sequence(oid('2.16.840.1.101.3.4.2.1'), nullValue()), octetString(digest));
  return sequence(info, octetString(salt), integer(iterations));
}

/** A PFX of unencrypted SafeContents, each a list of bags; with a MAC if `mac` says so. */
export async function pfxOf(
  parts: readonly (readonly Uint8Array[])[],
  mac?: MacOptions | string,
): Promise<Uint8Array> {
  return pfxOfContent(sequence(...parts.map((bags) => data(sequence(...bags)))), mac);
}

export async function pfxOfContent(content: Uint8Array, mac?: MacOptions | string) {
  const options = typeof mac === 'string' ? { password: bmpPassphrase(mac) } : mac;
  const macData = options === undefined ? [] : [await macFor(content, options)];
  return sequence(integer(3), data(content), ...macData);
}

/** The same value in BER: every length indefinite, every OCTET STRING cut into segments. */
export function toIndefinite(der: Uint8Array): Uint8Array {
  const out: Uint8Array[] = [];
  let at = 0;
  while (at < der.length) {
    const tag = der[at] ?? 0;
    let length = der[at + 1] ?? 0;
    let header = 2;
    if (length > 0x80) {
      const octets = length & 0x7f;
      length = 0;
      for (let i = 0; i < octets; i++) length = length * 256 + (der[at + 2 + i] ?? 0);
      header += octets;
    }
    const content = der.subarray(at + header, at + header + length);
    const end = Uint8Array.of(0, 0);
    if (tag & 0x20) out.push(Uint8Array.of(tag, 0x80), toIndefinite(content), end);
    else if (tag === 0x04) out.push(Uint8Array.of(0x24, 0x80), ...segments(content), end);
    else out.push(der.subarray(at, at + header + length));
    at += header + length;
  }
  return Buffer.concat(out);
}

function segments(content: Uint8Array): Uint8Array[] {
  const list: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += 100)
    list.push(octetString(content.subarray(at, at + 100)));
  return list;
}
