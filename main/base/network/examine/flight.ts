/** Reads both ends' TLS handshake messages from the bytes on the wire (RFC 5246, RFC 8446). */
import { createDecipheriv, createHmac } from 'node:crypto';

/** Handshake secrets as the runtime reports them (`keylog`), by label. */
export type HandshakeSecrets = ReadonlyMap<string, Buffer>;

export interface ServerFlight {
  readonly version: 'TLSv1.2' | 'TLSv1.3';
  readonly suite: number;
  /** DER in the order sent; the server's own certificate is first if the server keeps to the order. */
  readonly chain: readonly Uint8Array[];
  /** DER names of the authorities whose user certificates it accepts; null if it requests none. */
  readonly accepted: readonly Uint8Array[] | null;
}

interface Message {
  readonly type: number;
  readonly body: Buffer;
}

interface Suite {
  readonly version: ServerFlight['version'];
  readonly number: number;
}

/** Maximum certificates and authority names stored per server. */
const mostCertificates = 12;
const mostNames = 200;

const types = { serverHello: 2, certificate: 11, certificateRequest: 13, finished: 20 } as const;
const records = { changeCipherSpec: 20, handshake: 22, protected: 23 } as const;
/** The random of a ServerHello that is a HelloRetryRequest (RFC 8446, 4.1.3). */
const retry = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';

/** Returns null if no TLS server answered. Truncated or malformed data ends the reading without an error. */
export function readServerFlight(bytes: Buffer, secrets: HandshakeSecrets): ServerFlight | null {
  let suite: Suite | null = null;
  let chain: Uint8Array[] = [];
  let accepted: Uint8Array[] | null = null;
  const secret = () => secrets.get('SERVER_HANDSHAKE_TRAFFIC_SECRET');
  for (const { type, body } of messages(bytes, () => keysOf(suite, secret()))) {
    if (type === types.serverHello) suite = readHello(body) ?? suite;
    if (suite === null) continue;
    if (type === types.certificate) chain = readCertificates(body, suite);
    if (type === types.certificateRequest) accepted = readRequest(body, suite);
  }
  return suite === null ? null : { version: suite.version, suite: suite.number, chain, accepted };
}

/** Returns whether the client sent a certificate. */
export function hasPresented(
  bytes: Buffer,
  { version, suite }: ServerFlight,
  secrets: HandshakeSecrets,
): boolean {
  const spoken = { version, number: suite };
  const secret = () => secrets.get('CLIENT_HANDSHAKE_TRAFFIC_SECRET');
  for (const { type, body } of messages(bytes, () => keysOf(spoken, secret()))) {
    if (type === types.certificate) return readCertificates(body, spoken).length > 0;
  }
  return false;
}

/** Yields the handshake messages of one direction until they end or cannot be read. */
function* messages(bytes: Buffer, findKeys: () => Keys | null): Generator<Message> {
  let pieces: Buffer[] = [];
  let length = 0;
  /** Bytes needed before more can be read. */
  let needed = 4;
  let sequence = 0;
  let known: Keys | null = null;
  const keys = (): Keys | null => {
    known ??= findKeys();
    return known;
  };
  for (const { type, header, body } of recordsOf(bytes)) {
    let piece = body;
    if (type === records.changeCipherSpec) {
      // Before TLS 1.3 the rest is encrypted, and no certificate is requested or sent any more.
      if (keys() === null) return;
      continue;
    }
    if (type === records.protected) {
      const opened = open(keys(), sequence, header, body);
      if (opened === null) return;
      sequence++;
      piece = opened;
    } else if (type !== records.handshake || sequence > 0) return;
    pieces.push(piece);
    length += piece.length;
    if (length < needed) continue;
    let rest = Buffer.concat(pieces);
    needed = 4;
    while (rest.length >= 4) {
      const end = 4 + rest.readUIntBE(1, 3);
      if (rest.length < end) {
        needed = end;
        break;
      }
      const message = { type: rest.readUInt8(0), body: rest.subarray(4, end) };
      rest = rest.subarray(end);
      if (message.type === types.finished) return;
      yield message;
    }
    pieces = [rest];
    length = rest.length;
  }
}

function* recordsOf(bytes: Buffer) {
  for (let at = 0; at + 5 <= bytes.length; ) {
    const header = bytes.subarray(at, at + 5);
    const end = at + 5 + header.readUInt16BE(3);
    if (end > bytes.length) return;
    yield { type: header.readUInt8(0), header, body: bytes.subarray(at + 5, end) };
    at = end;
  }
}

interface Keys {
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm' | 'chacha20-poly1305';
  readonly key: Buffer;
  readonly iv: Buffer;
}

const ciphers: Readonly<Record<number, readonly [Keys['cipher'], string, number]>> = {
  4865: ['aes-128-gcm', 'sha256', 16],
  4866: ['aes-256-gcm', 'sha384', 32],
  4867: ['chacha20-poly1305', 'sha256', 32],
};

/** RFC 8446, 7.3. */
function keysOf(suite: Suite | null, secret: Buffer | undefined): Keys | null {
  const known = suite?.version === 'TLSv1.3' ? ciphers[suite.number] : undefined;
  if (known === undefined || secret === undefined) return null;
  const [cipher, hash, length] = known;
  return { cipher, key: expand(secret, hash, 'key', length), iv: expand(secret, hash, 'iv', 12) };
}

/** HKDF-Expand-Label with an empty context; one block is enough. */
function expand(secret: Buffer, hash: string, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])]);
  return createHmac(hash, secret).update(info).digest().subarray(0, length);
}

/** Returns the content of a protected record if it is a handshake record (RFC 8446, 5.2). */
function open(keys: Keys | null, sequence: number, header: Buffer, body: Buffer): Buffer | null {
  if (keys === null || body.length < 17) return null;
  const nonce = Buffer.from(keys.iv);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ sequence) >>> 0, 8);
  // The runtime treats all three alike; the types need one name.
  const cipher = keys.cipher as 'aes-128-gcm';
  const decipher = createDecipheriv(cipher, keys.key, nonce, { authTagLength: 16 });
  decipher.setAAD(header, { plaintextLength: body.length - 16 });
  decipher.setAuthTag(body.subarray(-16));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
  } catch {
    // Already under other keys: the handshake is over.
    return null;
  }
  let end = plain.length;
  while (end > 0 && plain[end - 1] === 0) end--;
  return plain[end - 1] === records.handshake ? plain.subarray(0, end - 1) : null;
}

function readHello(body: Buffer): Suite | null {
  const fields = new Reader(body);
  fields.skip(2);
  if (fields.take(32).toString('hex') === retry) return null;
  fields.vector(1);
  const number = fields.number(2);
  fields.skip(1);
  for (const [type, value] of extensionsOf(fields.vector(2))) {
    if (type === 43 && value.equals(Buffer.from([3, 4]))) return { version: 'TLSv1.3', number };
  }
  return { version: 'TLSv1.2', number };
}

function readCertificates(body: Buffer, { version }: Suite): Uint8Array[] {
  const fields = new Reader(body);
  if (version === 'TLSv1.3') fields.vector(1);
  const list = new Reader(fields.vector(3));
  const chain: Uint8Array[] = [];
  while (list.left > 0 && chain.length < mostCertificates) {
    const der = list.vector(3);
    if (der.length > 0) chain.push(der);
    if (version === 'TLSv1.3') list.vector(2);
  }
  return chain;
}

function readRequest(body: Buffer, { version }: Suite): Uint8Array[] {
  const fields = new Reader(body);
  fields.vector(1);
  if (version === 'TLSv1.2') {
    fields.vector(2);
    return namesIn(fields.vector(2));
  }
  for (const [type, value] of extensionsOf(fields.vector(2))) {
    if (type === 47) return namesIn(new Reader(value).vector(2));
  }
  return [];
}

function namesIn(list: Buffer): Uint8Array[] {
  const fields = new Reader(list);
  const names: Uint8Array[] = [];
  while (fields.left > 0 && names.length < mostNames) names.push(fields.vector(2));
  return names;
}

function* extensionsOf(list: Buffer): Generator<[number, Buffer]> {
  const fields = new Reader(list);
  while (fields.left >= 4) yield [fields.number(2), fields.vector(2)];
}

/** Reads consecutive fields; reads nothing beyond the end, whatever a length says. */
class Reader {
  private at = 0;
  private readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
  skip(count: number): void {
    this.at = Math.min(this.bytes.length, this.at + count);
  }
  take(count: number): Buffer {
    const start = this.at;
    this.skip(count);
    return this.bytes.subarray(start, this.at);
  }
  number(length: 1 | 2 | 3): number {
    const bytes = this.take(length);
    return bytes.length < length ? 0 : bytes.readUIntBE(0, length);
  }
  vector(lengthOfLength: 1 | 2 | 3): Buffer {
    return this.take(this.number(lengthOfLength));
  }
}
