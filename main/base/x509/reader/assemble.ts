/** From the contents of a file to one key with its certificate and chain. */
import { Buffer } from 'node:buffer';
import { candidatesOf, choiceOf, proposedIndex, type SelectionOptions } from './candidates.ts';
import type { Contents, FoundCertificate } from './contents.ts';
import { ReaderError } from './failures.ts';
import type { CertificateEntry, ReadSuccess, ReadWarning } from './result.ts';
import { orderChain } from './x509/chain.ts';
import { parseName } from './x509/names.ts';
import { isProxy } from './x509/proxy.ts';

interface AssembleOptions extends SelectionOptions {
  /** Index of the key to use; by default the likeliest. */
  readonly keyIndex: number | undefined;
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

/** Removes duplicates; the copy with a name is preferred. */
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

/**
 * The name part that a proxy certificate adds to its issuer's name (RFC 3820, 3.4), and its form before the standard.
 */
const ofProxy = /^(\d+|(limited )?proxy)$/i;

/** Microsoft's tools name keys by GUIDs, which are not readable. */
const machineName = /^(te-|le-|pfx-|lp-)?[{]?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[}]?$/i;

function proposeName(
  friendlyName: string | null,
  leaf: FoundCertificate,
  chain: readonly FoundCertificate[],
): string {
  const given = friendlyName?.trim() ?? '';
  if (given.length > 1 && !machineName.test(given)) return given;
  const owner = [leaf, ...chain].find(({ certificate }) => !isProxy(certificate)) ?? leaf;
  const { attributes, text } = parseName(owner.certificate.subject, 'subject');
  const value = (type: string): string | undefined =>
    attributes.findLast((one) => one.type === type && !ofProxy.test(one.value))?.value ??
    attributes.findLast((one) => one.type === type)?.value;
  return value('CN') ?? value('emailAddress') ?? value('UID') ?? value('OU') ?? value('O') ?? text;
}

/**
 * Chooses a key with its certificate (the requested one, else the likeliest to be accepted by servers), and orders the
 * rest. Throws the reason if there is none: `wrong-password`, `no-key`, `no-certificate`, or why no key can be used.
 */
export function assemble(contents: Contents, options: AssembleOptions): ReadSuccess {
  const certificates = unique(contents.certificates);
  const candidates = candidatesOf(contents.keys, certificates);
  const index = options.keyIndex ?? proposedIndex(candidates, certificates, options);
  const chosen = candidates[index];
  if (chosen?.leaf === undefined || chosen.key instanceof ReaderError) {
    throw reasonForNone(contents);
  }
  const { key, leaf, found } = chosen;
  const others = certificates.filter((other) => other !== leaf);
  const { chain, strays } = orderChain(leaf, others, options.now);
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
    proposedName: proposeName(friendlyName, leaf, chain),
    integrity: contents.integrity,
    algorithms: contents.algorithms,
    warnings,
  };
}

/** Asking for the right passphrase comes first. */
function reasonForNone({ keys, certificates, failures }: Contents): ReaderError {
  const ofKeys = keys.flatMap(({ key }) => (key instanceof ReaderError ? [key] : []));
  const reasons = [...failures, ...ofKeys];
  const locked = reasons.find(({ outcome }) => outcome === 'wrong-password') ?? failures[0];
  if (locked !== undefined) return locked;
  if (keys.length === 0) return new ReaderError('no-key');
  if (ofKeys.length === keys.length && ofKeys[0] !== undefined) return ofKeys[0];
  const reason = certificates.length === 0 ? 'none' : 'no-match';
  return new ReaderError('no-certificate', { reason });
}
