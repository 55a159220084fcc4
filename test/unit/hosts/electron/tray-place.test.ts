import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  fixedTrayPlace,
  followTrayPlace,
} from '../../../../main/hosts/electron/background/tray-place.ts';
import { hasDesktop, openDesktop } from '../../../electron/support/bus/desktop.ts';
import { startSessionBus } from '../../../electron/support/bus/session-bus.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { patience } from '../../../support/patience.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const user = process.getuid?.() ?? 0;
const noBus = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

describe.skipIf(!hasDesktop)('a tray by its StatusNotifier host', () => {
  test('is there while a panel shows icons, and each change is noticed', async () => {
    const desktop = await openDesktop();
    onTestFinished(() => desktop.close());
    const place = followTrayPlace({ env: desktop.env, user, isWayland: true, log: recordLog() });
    const seen: boolean[] = [];
    place.onChange(() => seen.push(place.isThere()));
    expect(place.isThere()).toBe(false);
    expect(await place.look()).toBe(true);
    desktop.showTray(false);
    await expect.poll(() => seen).toEqual([true, false]);
    desktop.showTray(true);
    await expect.poll(() => seen).toEqual([true, false, true]);
    place.fail();
    expect([place.isThere(), await place.look()]).toEqual([false, false]);
  });

  test('is not there on a bus without one, as on GNOME, nor once the bus has gone', async () => {
    const bus = await startSessionBus(['EXTERNAL', 'ANONYMOUS']);
    const env = { DBUS_SESSION_BUS_ADDRESS: bus.address };
    const log = recordLog();
    const place = followTrayPlace({ env, user, isWayland: true, log });
    expect(await place.look()).toBe(false);
    await bus.close();
    expect(await place.look()).toBe(false);
  });
});

/** A display of X, which answers who owns a selection. */
async function startDisplay(answers: {
  readonly greeting?: number;
  readonly atom?: number;
  readonly owner?: number;
}) {
  const folder = testFolder();
  const cookies: string[] = [];
  const names: string[] = [];
  const server = createServer((socket) => {
    let data = Buffer.alloc(0);
    let isGreeted = false;
    const answer = (number: number): void => {
      // told to everybody, whoever asked for something
      const event = Buffer.alloc(32);
      event.writeUInt8(34, 0);
      const made = Buffer.alloc(32);
      made.writeUInt8(1, 0);
      made.writeUInt32LE(number, 8);
      socket.write(event);
      // in pieces
      socket.write(made.subarray(0, 5));
      socket.write(made.subarray(5));
    };
    socket.on('data', (piece) => {
      data = Buffer.concat([data, piece]);
      if (!isGreeted) {
        const [name, length] = [data.readUInt16LE(6), data.readUInt16LE(8)];
        const at = 12 + Math.ceil(name / 4) * 4;
        cookies.push(data.toString('hex', at, at + length));
        data = data.subarray(at + Math.ceil(length / 4) * 4);
        isGreeted = true;
        const greeting = [answers.greeting ?? 1, 0, 11, 0, 0, 0, 2, 0];
        socket.write(Buffer.from([...greeting, ...Buffer.alloc(8)]));
      }
      while (data.length >= 4 && data.length >= data.readUInt16LE(2) * 4) {
        const length = data.readUInt16LE(2) * 4;
        const request = data.subarray(0, length);
        data = data.subarray(length);
        if (request[0] === 16) {
          names.push(request.toString('latin1', 8, 8 + request.readUInt16LE(4)));
          answer(answers.atom ?? 300);
        } else answer(request.readUInt32LE(4) === 300 ? (answers.owner ?? 77) : 0);
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(join(folder, 'X9'), resolve));
  onTestFinished(() => void server.close());
  return { folder, cookies, names };
}

/** An entry of an authority file. */
function entry(display: string, name: string, data: string): Buffer {
  const field = (bytes: Buffer): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const fields = [Buffer.from('host'), Buffer.from(display), Buffer.from(name)].map(field);
  return Buffer.concat([Buffer.from([1, 0]), ...fields, field(Buffer.from(data, 'hex'))]);
}

const cookie = 'MIT-MAGIC-COOKIE-1';

test.each([
  { display: ':9', answers: {}, expected: true },
  { display: 'unix:9.1', answers: {}, expected: true },
  { display: ':9.0', answers: { owner: 0 }, expected: false },
  { display: ':9', answers: { atom: 0 }, expected: false },
  { display: ':9', answers: { greeting: 0 }, expected: false },
  { display: ':8', answers: {}, expected: false },
  // of another computer: no connection leaves this one
  { display: 'localhost:9.0', answers: {}, expected: false },
  { display: '', answers: {}, expected: false },
])('a panel that embeds icons on display "$display" ($answers): $expected', async (one) => {
  const { folder, names } = await startDisplay(one.answers);
  const env = { ...noBus, DISPLAY: one.display, HOME: folder };
  const options = { env, user, log: recordLog(), displays: folder };
  expect(await followTrayPlace({ ...options, isWayland: false }).look()).toBe(one.expected);
  if (one.expected) {
    expect(names).toEqual([`_NET_SYSTEM_TRAY_S${one.display.endsWith('.1') ? 1 : 0}`]);
  }
  names.length = 0;
  expect(await followTrayPlace({ ...options, isWayland: true }).look()).toBe(false);
  expect(names).toEqual([]);
});

test.each([
  ['the display’s own entry', [entry('8', cookie, '0808'), entry('9', cookie, '0909')], '0909'],
  ['an entry for every display', [entry('', cookie, 'aa')], 'aa'],
  ['an entry of another kind', [entry('9', 'SUN-DES-1', 'bb')], ''],
  ['a file that is cut off', [entry('9', cookie, '0909').subarray(0, 20)], ''],
  ['an empty file', [], ''],
])('the cookie is that of %s', async (_, entries, expected) => {
  const { folder, cookies } = await startDisplay({});
  const file = join(folder, 'authority');
  writeFileSync(file, Buffer.concat(entries));
  const env = { ...noBus, DISPLAY: ':9', XAUTHORITY: file };
  const options = { env, user, isWayland: false, log: recordLog(), displays: folder };
  expect(await followTrayPlace(options).look()).toBe(true);
  expect(cookies).toEqual([expected]);
});

test('elsewhere than on Linux there is one until no icon could be made', async () => {
  const place = fixedTrayPlace();
  expect([place.isThere(), await place.look()]).toEqual([true, true]);
  place.fail();
  expect([place.isThere(), await place.look()]).toEqual([false, false]);
});

test('a bus and a display that take connections and say nothing are waited for so long and no longer', async () => {
  const folder = testFolder();
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.resume();
  });
  for (const name of ['bus', 'X9']) {
    const server =
      name === 'bus' ? silent : createServer((socket) => silent.emit('connection', socket));
    await new Promise<void>((resolve) => server.listen(join(folder, name), resolve));
    onTestFinished(() => void server.close());
  }
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder}/bus`, DISPLAY: ':9' };
  const options = { env, user, isWayland: false, displays: folder, log: recordLog(), patience: 50 };
  const place = followTrayPlace(options);
  expect(await place.look()).toBe(false);
  expect(await place.look()).toBe(false);
  expect(connections).toBeGreaterThan(0);
  const { folder: displays } = await startDisplay({});
  expect(await followTrayPlace({ ...options, displays, patience: patience(1_000) }).look()).toBe(
    true,
  );
});
