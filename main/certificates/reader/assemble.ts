/** From the contents of a file to one key with its certificate and chain. */
import { Buffer } from 'node:buffer';
import type { Contents, FoundCertificate, FoundKey } from './contents.ts';
import { ReaderError } from './failures.ts';
import type { PrivateKey } from './keys/private-key.ts';
import type { CertificateEntry, KeyChoice, ReadSuccess, ReadWarning } from './result.ts';
import { orderChain } from './x509/chain.ts';
import { parseName } from './x509/names.ts';

interface Candidate {
  readonly found: FoundKey;
  readonly key: PrivateKey;
  readonly leaf: FoundCertificate | undefined;
}

function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function entryOf({ certificate, friendlyName, localKeyId }: FoundCertificate): CertificateEntry {
  const { der, sha256 } = certificate;
  return { der, pem: toPem(der), sha256, friendlyName, localKeyId };
}

/** A file may repeat a certificate; the copy with a name counts. */
function unique(certificates: readonly FoundCertificate[]): FoundCertificate[] {
  const byHash = new Map<string, FoundCertificate>();
  for (const found of certificates) {
    const earlier = byHash.get(found.certificate.sha256);
    if (earlier === undefined || (earlier.friendlyName === null && found.friendlyName !== null)) {
      byHash.set(found.certificate.sha256, found);
    }
  }
  return [...byHash.values()];
}

/** The key's certificate; of several (a renewal with the same key) the marked, then the latest one. */
function leafOf(found: FoundKey, key: PrivateKey, certificates: readonly FoundCertificate[]) {
  const marked = (other: FoundCertificate): boolean =>
    found.localKeyId !== null && other.localKeyId === found.localKeyId;
  return certificates
    .filter(({ certificate }) => key.matches(certificate.publicKey))
    .sort(
      (a, b) =>
        Number(marked(b)) - Number(marked(a)) || b.certificate.notAfter - a.certificate.notAfter,
    )[0];
}

function choiceOf({ found, key, leaf }: Candidate, index: number): KeyChoice {
  const { friendlyName, localKeyId } = found;
  return {
    index,
    keyType: key.keyType,
    bits: key.bits,
    friendlyName: leaf?.friendlyName ?? friendlyName,
    localKeyId: leaf?.localKeyId ?? localKeyId,
    leafSha256: leaf?.certificate.sha256 ?? null,
    subject: leaf === undefined ? null : parseName(leaf.certificate.subject, 'subject').text,
  };
}

/** Microsoft's tools name keys by GUIDs; nobody wants to read those. */
const machineName = /^(te-|le-|pfx-|lp-)?[{]?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}]?$/i;

function proposeName(friendlyName: string | null, leaf: FoundCertificate): string {
  const given = friendlyName?.trim() ?? '';
  if (given.length > 1 && !machineName.test(given)) return given;
  const { attributes, text } = parseName(leaf.certificate.subject, 'subject');
  const value = (type: string): string | undefined =>
    attributes.findLast((attribute) => attribute.type === type)?.value;
  return value('CN') ?? value('emailAddress') ?? value('UID') ?? value('OU') ?? value('O') ?? text;
}

/**
 * Picks the key (the asked one, else the first with a certificate), its leaf, and orders the rest.
 * Throws `no-key`, `no-certificate`, or `unsupported` when every key is of an unusable kind.
 */
export function assemble(
  contents: Contents,
  keyIndex: number | undefined,
  now: number,
): ReadSuccess {
  const certificates = unique(contents.certificates);
  if (contents.keys.length === 0) throw new ReaderError('no-key');
  const candidates: Candidate[] = [];
  let unusable: ReaderError | undefined;
  for (const found of contents.keys) {
    const { key } = found;
    if (key instanceof ReaderError) unusable ??= key;
    else candidates.push({ found, key, leaf: leafOf(found, key, certificates) });
  }
  if (candidates.length === 0 && unusable !== undefined) throw unusable;
  const withLeaf = candidates.findIndex(({ leaf }) => leaf !== undefined);
  const index = keyIndex ?? withLeaf;
  const chosen = candidates[index];
  if (chosen?.leaf === undefined) {
    const reason = certificates.length === 0 ? 'none' : 'no-match';
    throw new ReaderError('no-certificate', { reason });
  }
  const { key, leaf, found } = chosen;
  const others = certificates.filter((other) => other !== leaf);
  const { chain, strays } = orderChain(leaf, others, now);
  const friendlyName = leaf.friendlyName ?? found.friendlyName;
  const warnings: ReadWarning[] = [...contents.warnings];
  if (candidates.filter((candidate) => candidate.leaf !== undefined).length > 1) {
    warnings.push('several-keys');
  }
  if (strays.length > 0) warnings.push('stray-certificates');
  return {
    outcome: 'ok',
    format: contents.format,
    keys: candidates.map(choiceOf),
    keyIndex: index,
    keyType: key.keyType,
    keyBits: key.bits,
    privateKeyPkcs8: key.pkcs8,
    leaf: entryOf(leaf),
    chain: chain.map(entryOf),
    strays: strays.map(entryOf),
    certificates: contents.certificates.length,
    friendlyName,
    localKeyId: leaf.localKeyId ?? found.localKeyId,
    proposedName: proposeName(friendlyName, leaf),
    integrity: contents.integrity,
    algorithms: contents.algorithms,
    warnings,
  };
}
