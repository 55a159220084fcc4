/** The outer structure of a PKCS#12 file (RFC 7292, 4). */
import { Fields, is, octets, readRoot, type Tlv, universal } from '../asn1/ber.ts';
import { count, oidOf } from '../asn1/values.ts';
import type { ReadContext } from '../derivation/context.ts';
import { malformed, unsupported } from '../failures.ts';
import { algorithmName } from '../names.ts';
import { type EncryptedBytes, schemeOrFailure } from './bags.ts';

export interface Pfx {
  /** The octets that the MAC covers. */
  readonly authenticatedSafe: Uint8Array;
  readonly macData: Tlv | undefined;
}

const contentIds = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
} as const;

/** Returns whether the octets begin like a PFX: SEQUENCE, INTEGER, SEQUENCE with a content type. */
export function looksLikePfx(root: Tlv): boolean {
  if (!is(root, universal.sequence)) return false;
  const fields = new Fields(root, 'pfx');
  if (!is(fields.peek(), universal.integer)) return false;
  const version = fields.any('version');
  if (version.contentEnd - version.contentStart !== 1) return false;
  const info = fields.peek();
  if (info === undefined || !is(info, universal.sequence)) return false;
  const inner = new Fields(info, 'pfx.authSafe').peek();
  if (inner === undefined || !is(inner, universal.oid)) return false;
  return oidOf(inner, 'pfx.authSafe.contentType').startsWith('1.2.840.113549.1.7.');
}

export function parsePfx(root: Tlv): Pfx {
  const fields = Fields.of(root, 'pfx');
  const version = count(fields.take('version', universal.integer), 'pfx.version');
  if (version !== 3) throw unsupported(`PKCS#12 version ${version}`, 'pfx.version');
  const info = fields.sequence('authSafe');
  const type = oidOf(info.any('contentType'), 'pfx.authSafe.contentType');
  if (type !== contentIds.data) throw unsupported(algorithmName(type), 'pfx.authSafe');
  const content = new Fields(info.take('content', 0, 'context'), 'pfx.authSafe.content');
  const authenticatedSafe = octets(content.any('data'), 'pfx.authSafe.content');
  content.finish();
  info.finish();
  const macData = fields.done ? undefined : fields.any('macData');
  fields.finish();
  return { authenticatedSafe, macData };
}

export interface SafePart {
  readonly where: string;
  /** SafeContents, unencrypted or encrypted. */
  readonly plain?: Uint8Array;
  readonly encrypted?: EncryptedBytes;
}

function parsePart(tlv: Tlv, where: string, context: ReadContext): SafePart {
  const info = Fields.of(tlv, where);
  const type = oidOf(info.any('contentType'), `${where}.contentType`);
  if (type !== contentIds.data && type !== contentIds.encryptedData) {
    const scheme = unsupported(algorithmName(type), where);
    return { where, encrypted: { where, scheme, data: new Uint8Array() } };
  }
  const content = new Fields(info.take('content', 0, 'context'), `${where}.content`);
  info.finish();
  if (type === contentIds.data) {
    return { where, plain: octets(content.any('data'), `${where}.data`) };
  }
  const encryptedData = content.sequence('encryptedData');
  encryptedData.take('version', universal.integer);
  const inner = encryptedData.sequence('encryptedContentInfo');
  oidOf(inner.any('contentType'), `${inner.where}.contentType`);
  const algorithm = inner.any('contentEncryptionAlgorithm');
  const scheme = schemeOrFailure(algorithm, `${inner.where}.contentEncryptionAlgorithm`, context);
  // [0] IMPLICIT OCTET STRING: in segments, the context tag is constructed.
  const field = inner.take('encryptedContent', 0, 'context');
  const data = octets(field, `${inner.where}.encryptedContent`, true);
  return { where, encrypted: { where, scheme, data } };
}

/** The AuthenticatedSafe: a SEQUENCE of ContentInfo. */
export function parseParts(authenticatedSafe: Uint8Array, context: ReadContext): SafePart[] {
  const where = 'pfx.authenticatedSafe';
  const root = readRoot(authenticatedSafe, where, 'allow');
  const parts: SafePart[] = [];
  for (const part of Fields.of(root, where).rest('part')) {
    if (parts.length >= 256) throw malformed(where, 'too-many-parts', part.start);
    parts.push(parsePart(part, `${where}.part${parts.length}`, context));
  }
  return parts;
}
