/** A server of files that does what its only argument says; it speaks enough of SFTP version 3 to be asked. */
const manner = process.argv[2] ?? '';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([u32(bytes.length), bytes]);
};
const packet = (kind: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from([kind]), ...parts]);
  return Buffer.concat([u32(body.length), body]);
};
const send = (bytes: Buffer): boolean => process.stdout.write(bytes);

const [version, status, handle, data, name, attributes] = [2, 101, 102, 103, 104, 105] as const;
const aFile = Buffer.concat([u32(4), u32(0o100644)]);
const names = (id: Buffer, all: readonly (string | Buffer)[], found = aFile): Buffer =>
  packet(name, id, u32(all.length), ...all.flatMap((one) => [text(one), text(''), found]));
const end = (id: Buffer): Buffer => packet(status, id, u32(1), text('end'), text(''));
const hundred = (what: (number: number) => string): string[] =>
  Array.from({ length: 100 }, (_, number) => what(number));

let listed = 0;
const listing: Record<string, (id: Buffer) => Buffer> = {
  'no names': (id) => names(id, []),
  'dots without end': (id) =>
    names(
      id,
      hundred((number) => (number % 2 === 0 ? '.' : '..')),
    ),
  'names without end': (id) =>
    names(
      id,
      hundred((number) => `${listed}-${number}`),
    ),
  'a count that is not there': (id) =>
    packet(name, id, u32(0xffff_ffff), text('a'), text(''), aFile),
  'a name that is not there': (id) => packet(name, id, u32(1), u32(0x7fff_ffff)),
  'attributes that are not there': (id) =>
    names(id, ['a'], Buffer.concat([u32(0x8000_0000), u32(0xffff_ffff)])),
  'a status of nothing': (id) => packet(status, id),
  'a packet of another kind': (id) => packet(data, id, text('x')),
  'a kind that nobody knows': (id) => packet(250, id, text('x')),
  'an answer twice': (id) => Buffer.concat([names(id, ['a']), names(id, ['b'])]),
  'an answer to nothing': () => names(u32(77), ['a']),
  'a packet of four gigabytes': () => Buffer.concat([u32(0xffff_ffff), Buffer.alloc(1000)]),
  'a packet of nothing': () => u32(0),
  'a second greeting': () => packet(version, u32(3)),
  'a refusal': (id) => packet(status, id, u32(3), text('Permission denied'), text('')),
  'names that lead elsewhere': (id) =>
    names(id, [
      ...['good', '../up', '/etc/passwd', '..', '.', '', 'a\0b', '\u001b[2Jx', 'good'],
      Buffer.from([0xff, 0xfe]),
    ]),
};

function answer(kind: number, id: Buffer): void {
  if (kind === 3 || kind === 11) send(packet(handle, id, text('h')));
  else if (kind === 4 || kind === 13 || kind === 15)
    send(packet(status, id, u32(0), text(''), text('')));
  else if (kind === 7) send(packet(attributes, id, u32(4), u32(0o040755)));
  else if (kind === 8) {
    const size = Buffer.alloc(8);
    size.writeBigUInt64BE(0xffff_ffff_ffff_fff0n);
    send(packet(attributes, id, u32(1), size));
  } else if (kind === 5) send(packet(data, id, text(Buffer.alloc(60_000, 'x'))));
  else if (kind === 12) {
    listed += 1;
    const isOnce = manner === 'names that lead elsewhere';
    const told = listing[manner] ?? end;
    send(isOnce && listed > 1 ? end(id) : told(id));
  }
}

let rest = Buffer.alloc(0);
process.stdin.on('data', (piece: Buffer) => {
  rest = Buffer.concat([rest, piece]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
    const length = rest.readUInt32BE();
    const kind = rest[4] ?? 0;
    const id = rest.subarray(5, 9);
    rest = rest.subarray(4 + length);
    if (kind !== 1) answer(kind, id);
    else if (manner === 'text at its start') send(Buffer.from('Welcome to this machine\n'));
    else if (manner === 'an old version') send(packet(version, u32(2)));
    else if (manner === 'extensions that are not there') send(packet(version, u32(3), u32(99)));
    else send(packet(version, u32(3), text('x@y'), text('1')));
  }
});
// It goes with the one who talks to it.
process.stdin.on('end', () => process.exit());
process.stdout.on('error', () => process.exit());

export {};
