import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { socketOf } from '../../../../main/hosts/electron/desktop/bus.ts';
import { createReader } from '../../../../main/hosts/electron/desktop/messages.ts';
import { createScreenLock } from '../../../../main/hosts/electron/power/screen-lock.ts';
import { connectBus } from '../../../electron/support/bus/connection.ts';
import {
  hasBus,
  type Login1,
  sessionPath,
  startLogin1,
} from '../../../electron/support/bus/login1.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { seeded } from '../../../support/files/seeded.ts';
import { recordLog } from '../../../support/worlds/world.ts';

/** Somebody who follows the session, and what was told so far. */
function follow(env: Readonly<Record<string, string>>) {
  const told: string[] = [];
  const waits: { ms: number; run(): void }[] = [];
  const log = recordLog();
  const lock = createScreenLock({
    ...{ env, log, user: process.getuid?.() ?? 0 },
    wait(ms, run) {
      waits.push({ ms, run });
      return () => undefined;
    },
  });
  const ends = [
    lock.onLocking(() => told.push('locking')),
    lock.onLocked((locked) => told.push(locked ? 'locked' : 'unlocked')),
  ];
  const end = (): void => {
    for (const one of ends) one();
  };
  onTestFinished(end);
  return { told, waits, log, end };
}

async function openLogin1(names?: readonly string[]): Promise<Login1> {
  const login1 = await startLogin1(names);
  onTestFinished(() => login1.close());
  return login1;
}

describe.skipIf(!hasBus)('locks of the screen, by the login manager', () => {
  test('are told when the desktop asks for one, and when it says that it has locked and unlocked', async () => {
    const login1 = await openLogin1();
    const { told } = follow(login1.env);
    await expect.poll(login1.looks).toBe(1);
    login1.lock();
    await expect.poll(() => told).toEqual(['locking']);
    login1.setLocked(true);
    await expect.poll(() => told).toEqual(['locking', 'locked', 'locking']);
    login1.setLocked(true);
    login1.setLocked(false);
    await expect.poll(() => told.slice(3)).toEqual(['unlocked']);
  });

  test('that was locked before anybody listened is told', async () => {
    const login1 = await openLogin1();
    login1.setLocked(true);
    const { told } = follow(login1.env);
    await expect.poll(() => told).toEqual(['locked', 'locking']);
  });

  test('go by the number of the session where the login manager knows no other name for it', async () => {
    const login1 = await openLogin1(['7']);
    const { told } = follow({ ...login1.env, XDG_SESSION_ID: '7' });
    await expect.poll(login1.looks).toBe(1);
    login1.lock();
    await expect.poll(() => told).toEqual(['locking']);
  });

  test('are told by the login manager alone, however much others send', async () => {
    const login1 = await openLogin1();
    const { told } = follow(login1.env);
    await expect.poll(login1.looks).toBe(1);
    const stranger = await connectBus(String(socketOf(login1.env.DBUS_SYSTEM_BUS_ADDRESS ?? '')));
    onTestFinished(() => stranger.close());
    const ofSession = 'org.freedesktop.login1.Session';
    const none = { signature: '', body: [] };
    stranger.emit(sessionPath, ofSession, 'Lock', none);
    stranger.emit(sessionPath, ofSession, 'Lock', none, login1.asker());
    const large = { signature: 's', body: ['x'.repeat(300_000)] };
    stranger.emit(sessionPath, ofSession, 'Lock', large, login1.asker());
    // what the bus has passed on by then came before what follows
    const bus = { name: 'org.freedesktop.DBus', path: '/', interface: 'org.freedesktop.DBus' };
    await stranger.call(bus, 'GetId');
    login1.setLocked(true);
    await expect.poll(() => told).toEqual(['locked', 'locking']);
  });

  test('are told by a login manager that was started anew', async () => {
    const login1 = await openLogin1();
    const { told } = follow(login1.env);
    await expect.poll(login1.looks).toBe(1);
    await login1.restart();
    // the bus tells that the old one has gone too, and asked then the new one may answer already
    await expect.poll(login1.looks).toBeGreaterThanOrEqual(2);
    login1.lock();
    await expect.poll(() => told).toEqual(['locking']);
  });

  test('a bus that has gone is looked for a minute later, and nobody listening leaves it', async () => {
    const login1 = await startLogin1();
    const { waits, end } = follow(login1.env);
    await expect.poll(login1.looks).toBe(1);
    await login1.close();
    await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([60_000]);
    const other = await openLogin1();
    const next = follow(other.env);
    await expect.poll(other.looks).toBe(1);
    next.end();
    end();
    other.lock();
    await expect.poll(() => next.told).toEqual([]);
    expect(next.waits).toEqual([]);
  });
});

test('without a bus, and with one that talks nonsense, nothing is told and the log says so', async () => {
  const folder = testFolder();
  const path = join(folder, 'bus');
  const nothing = follow({ DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${path}` });
  const said = 'screen-lock-not-followed';
  await expect.poll(() => nothing.log.text()).toBe(`${said} {"code":"ENOENT"}`);
  for (const words of ['REJECTED\r\n', 'x'.repeat(10_000), 'OK 00\r\n']) {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.write(words);
      // after a greeting that is one, no message
      socket.on('data', (piece) => {
        if (piece.includes('BEGIN')) socket.write('nonsense '.repeat(10));
      });
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const { log, told } = follow({ DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${path}` });
    await expect.poll(() => log.text()).toMatch(new RegExp(`^${said} `));
    expect(told).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
    rmSync(path, { force: true });
  }
});

test.each([
  ['unix:path=/run/dbus/system_bus_socket', '/run/dbus/system_bus_socket'],
  ['unix:guid=1,path=/a%20b', '/a b'],
  ['unix:abstract=/tmp/x,guid=1', '\0/tmp/x'],
  ['tcp:host=elsewhere.example,port=1;unix:path=/a', '/a'],
  ['tcp:host=elsewhere.example,port=1', null],
  ['unixexec:path=/bin/sh', null],
  ['', null],
])('the bus at %j is the socket %j', (address, socket) => {
  expect(socketOf(address)).toBe(socket);
});

test('whatever bytes come, they are messages, passed over, or no bus’s', () => {
  const random = seeded(1);
  for (let round = 0; round < 2000; round++) {
    const bytes = Buffer.from(Array.from({ length: 80 }, () => Math.floor(random() * 256)));
    bytes.write(round % 2 === 0 ? 'l' : 'B', 'latin1');
    // lengths that are near what is there
    for (const at of [4, 12]) bytes.writeUInt32LE(Math.floor(random() * 60), at);
    const read = createReader(() => undefined);
    try {
      read(bytes);
    } catch (cause) {
      expect(cause).toBeInstanceOf(Error);
    }
  }
});
