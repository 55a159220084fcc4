import { createConnection, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readPlain } from '../../../base/outside/index.ts';

/** Folder of this computer's X server sockets. */
const usualFolder = '/tmp/.X11-unix';
const largestAuthority = 1024 * 1024;
/** Request codes and sizes of the core protocol (X Window System Protocol, appendix B). */
const internAtom = 16;
const getSelectionOwner = 23;
const answerLength = 32;
const cookieName = 'MIT-MAGIC-COOKIE-1';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns a display of this computer by its number; null for none, and for another computer's. */
function displayOf({ DISPLAY = '' }: Env): { number: string; screen: string } | null {
  const [, number, screen = '0'] = /^(?:unix)?:(\d{1,5})(?:\.(\d{1,3}))?$/.exec(DISPLAY) ?? [];
  return number === undefined ? null : { number, screen };
}

/**
 * Returns whether an X display has a system tray that embeds icons (freedesktop.org System Tray Protocol): a window
 * that owns the selection of that name.
 * @param patience milliseconds that the display may take for one answer
 * @param folder of the sockets
 * @throws Error if the display does not answer, or refuses this program
 */
export async function hasEmbeddingTray(
  env: Env,
  patience: number,
  folder = usualFolder,
): Promise<boolean> {
  const display = displayOf(env);
  if (display === null) return false;
  const socket = await open(join(folder, `X${display.number}`));
  socket.setTimeout(patience, () => {
    socket.destroy(new Error('the display does not answer'));
  });
  try {
    const read = reads(socket);
    await greet(socket, read, await cookieOf(env, display.number));
    const name = Buffer.from(`_NET_SYSTEM_TRAY_S${display.screen}`, 'latin1');
    // an atom that nobody has named has no owner
    const atom = await ask(socket, read, internAtom, 1, sized(name));
    if (atom === 0) return false;
    return (await ask(socket, read, getSelectionOwner, 0, words(atom))) !== 0;
  } finally {
    socket.destroy();
  }
}

type Read = (length: number) => Promise<Buffer>;

/** Connects to the socket of that path, or to the abstract one of the same name. */
async function open(path: string): Promise<Socket> {
  const connect = (to: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = createConnection(to, () => resolve(socket));
      socket.once('error', reject);
    });
  return connect(path).catch(() => connect(`\0${path}`));
}

function reads(socket: Socket): Read {
  const pieces: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
  let data: Buffer = Buffer.alloc(0);
  return async (length) => {
    while (data.length < length) {
      const { value, done } = await pieces.next();
      if (done === true) throw new Error('the display has gone');
      data = Buffer.concat([data, value]);
    }
    const taken = data.subarray(0, length);
    data = data.subarray(length);
    return taken;
  };
}

/** Authenticates with the cookie (section 8). */
async function greet(socket: Socket, read: Read, cookie: Uint8Array): Promise<void> {
  const name = Buffer.from(cookie.length === 0 ? '' : cookieName, 'latin1');
  const head = Buffer.alloc(12);
  head.write('l', 'latin1');
  head.writeUInt16LE(11, 2);
  head.writeUInt16LE(name.length, 6);
  head.writeUInt16LE(cookie.length, 8);
  socket.write(Buffer.concat([head, padded(name), padded(cookie)]));
  const answer = await read(8);
  await read(answer.readUInt16LE(6) * 4);
  if (answer.readUInt8(0) !== 1) throw new Error('the display lets nobody in');
}

/** @returns the number at the start of the answer */
async function ask(
  socket: Socket,
  read: Read,
  code: number,
  flag: number,
  rest: Buffer,
): Promise<number> {
  const head = Buffer.from([code, flag, 0, 0]);
  head.writeUInt16LE(1 + rest.length / 4, 2);
  socket.write(Buffer.concat([head, rest]));
  for (;;) {
    const answer = await read(answerLength);
    const kind = answer.readUInt8(0);
    if (kind === 0) throw new Error('the display refuses a request');
    if (kind === 1) return answer.readUInt32LE(8);
    // an event: every program gets one for a changed keyboard
  }
}

const padded = (bytes: Uint8Array): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function words(...numbers: readonly number[]): Buffer {
  const made = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) made.writeUInt32LE(number, at * 4);
  return made;
}

const sized = (text: Buffer): Buffer => Buffer.concat([words(text.length), padded(text)]);

/** Returns the cookie for a display from the user's authority file (Xau); empty if there is none. */
async function cookieOf(env: Env, number: string): Promise<Uint8Array> {
  const path = env.XAUTHORITY || join(env.HOME || homedir(), '.Xauthority');
  const file = await readPlain(path, { most: largestAuthority, links: true }).catch(
    () => new Uint8Array(),
  );
  const entries = authorityEntries(Buffer.from(file));
  const own = entries.find(
    ({ display, name }) => name === cookieName && (display === number || display === ''),
  );
  return own?.data ?? new Uint8Array();
}

/** Reads the entries of an authority file, up to a truncated one. */
function authorityEntries(file: Buffer): { display: string; name: string; data: Uint8Array }[] {
  const entries = [];
  let at = 0;
  const field = (): Buffer => {
    const start = at + 2;
    at = start + file.readUInt16BE(at);
    return file.subarray(start, at);
  };
  // the family and four fields, each preceded by its length
  while (at + 10 <= file.length) {
    at += 2;
    try {
      const [, display, name, data] = [field(), field(), field(), field()];
      if (at <= file.length)
        entries.push({ display: `${display}`, name: `${name}`, data: data ?? file });
    } catch {
      break;
    }
  }
  return entries;
}
