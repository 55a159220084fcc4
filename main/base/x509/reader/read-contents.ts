import { readRoot } from './asn1/ber.ts';
import type { Contents } from './contents.ts';
import type { ReadContext } from './derivation/context.ts';
import type { KeyDeriver } from './derivation/derive.ts';
import { ReaderError } from './failures.ts';
import { bytesOf, decodeBase64, hasPem, parsePem, textOfFile } from './pem/blocks.ts';
import { kindOfDer, PlainCollector } from './pem/read.ts';
import { looksLikePfx } from './pkcs12/pfx.ts';
import { readPkcs12 } from './pkcs12/read.ts';
import { foreignKind, foreignLabel, isText } from './recognise.ts';

interface ReadRequest {
  readonly passphrase: string | null;
  readonly deriver: KeyDeriver;
  readonly context: ReadContext;
}

const foreign = (kind: string): ReaderError => new ReaderError('not-a-certificate', { kind });

async function readDer(bytes: Uint8Array, request: ReadRequest): Promise<Contents> {
  const { passphrase, deriver, context } = request;
  const root = readRoot(bytes, 'file', 'allow');
  if (looksLikePfx(root)) return readPkcs12(root, passphrase, deriver, context);
  const kind = kindOfDer(root);
  if (kind === 'unknown') {
    throw new ReaderError('malformed', { where: 'file', reason: 'unknown-structure' });
  }
  const collector = new PlainCollector(passphrase, deriver, context);
  if (!(await collector.addDer(kind, root, kind))) throw foreign(kind);
  return collector.contents('der');
}

async function readPem(text: string, request: ReadRequest): Promise<Contents> {
  const { passphrase, deriver, context } = request;
  const blocks = parsePem(text);
  const wrapped = blocks.find(({ label }) => label === 'PKCS12');
  if (wrapped !== undefined) return readDer(bytesOf(wrapped), request);
  const collector = new PlainCollector(passphrase, deriver, context);
  for (const [index, block] of blocks.entries()) {
    await collector.addPem(block, `pem.block${index}.${block.label}`);
  }
  const contents = collector.contents('pem');
  if (contents.keys.length === 0 && contents.certificates.length === 0) {
    const label = blocks[0]?.label ?? '';
    throw foreign(foreignLabel(label) ?? 'text');
  }
  return contents;
}

/** Recognises a file's format and extracts its keys and certificates. Throws ReaderErrors. */
export async function readContents(bytes: Uint8Array, request: ReadRequest): Promise<Contents> {
  const limit = request.context.limits.fileBytes;
  if (bytes.length > limit) throw new ReaderError('too-large', { limit, bytes: bytes.length });
  // A SEQUENCE; a text may begin with '0' too, but continues with plain characters.
  const longForm = (bytes[1] ?? 0) >= 0x80;
  if (bytes[0] === 0x30 && (longForm || !isText(bytes))) return readDer(bytes, request);
  const text = isText(bytes) ? textOfFile(bytes) : undefined;
  if (text !== undefined) {
    if (hasPem(text)) return readPem(text, request);
    // Some mail programs and tools leave the file's base64 without armour.
    const der = decodeBase64(text);
    if (der?.[0] === 0x30 && der.length > 16) return readDer(der, request);
  } else if (hasPem(Buffer.from(bytes.subarray(0, 65536)).toString('latin1'))) {
    return readPem(textOfFile(bytes), request);
  }
  throw foreign(foreignKind(bytes, text));
}
