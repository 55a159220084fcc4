import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { createProof } from '../../../main/hosts/web/proof.ts';
import { helloPath, signedTexts } from '../../../preload/contract/handshake.ts';
import { testFolder } from '../files/folder.ts';
import { connectWebClient, type WebClient } from './web-client.ts';

const nonce = 'n'.repeat(43);
const program = fileURLToPath(new URL('../processes/web-host-child.ts', import.meta.url));

/** A web host in a process of its own, and the user's tab, open all the while. */
export interface Attacked {
  readonly origin: string;
  readonly port: number;
  readonly tab: WebClient;
  /** The host lives, the tab's connection stands, and a newcomer is heard. */
  expectUnharmed(): Promise<void>;
}

export async function attacked(): Promise<Attacked> {
  const host = spawn(process.execPath, [program, testFolder()], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (host.exitCode !== null || host.signalCode !== null) return;
    host.kill();
    await once(host, 'exit');
  });
  let output = '';
  host.stderr.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const url = line.replace('Compute Desk ready: ', '');
  const tab = await connectWebClient(url);
  onTestFinished(() => tab.close());
  return {
    origin: new URL(url).origin,
    port: Number(new URL(url).port),
    tab,
    async expectUnharmed() {
      expect(output).toBe('');
      expect([host.exitCode, host.signalCode]).toEqual([null, null]);
      expect(await tab.call('systems.snapshot', undefined)).toBeTruthy();
      const another = await connectWebClient(url, tab.secret);
      expect(await another.call('systems.snapshot', undefined)).toBeTruthy();
      another.close();
    },
  };
}

/** A connection on which nothing that becomes of it matters. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

/** However it came about. */
export function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/** @param secret Whose name it says */
export function upgradeAs(from: string, port: number, secret = 'guess'): string {
  return [
    `GET ${helloPath({ id: createProof(secret, signedTexts.id), nonce })} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Origin: ${from}`,
    '\r\n',
  ].join('\r\n');
}

/** A text message as a client sends it (RFC 6455, section 5.2), with a mask of nothing. */
export function frame(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);
}

export const proof = JSON.stringify({ proof: nonce });

/** What strangers send, each to be cut off anywhere. */
export function conversations({ origin, port, tab }: Attacked): Record<string, Buffer> {
  return {
    'a page': Buffer.from(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
    'a refused upgrade': Buffer.from(upgradeAs('http://evil.example', port)),
    'a handshake with a guess': Buffer.concat([Buffer.from(upgradeAs(origin, port)), frame(proof)]),
    // even with the right name, which a stranger cannot know
    'a handshake up to its proof': Buffer.concat([
      Buffer.from(upgradeAs(origin, port, tab.secret)),
      frame(proof),
      frame('{"id":1,"name":"x"}'),
    ]),
  };
}

/**
 * Says each conversation up to each byte, resets the connection there, and does so again.
 * @returns how many connections were reset
 */
export async function resetAtEveryByte(host: Attacked, rounds: number): Promise<number> {
  const { port } = host;
  let resets = 0;
  for (const bytes of Object.values(conversations(host))) {
    for (let round = 0; round < rounds; round++) {
      // In a few rounds each byte once; in many each byte in every round.
      const step = rounds > 50 ? 1 : rounds;
      const lengths = [];
      for (let length = round % step; length <= bytes.length; length += step) lengths.push(length);
      lengths.push(bytes.length);
      await Promise.all(
        lengths.map(async (length) => {
          const socket = await open(port);
          if (length > 0) socket.write(bytes.subarray(0, length));
          // some at once, some when the bytes have arrived
          if (length % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
          socket.resetAndDestroy();
          resets += 1;
        }),
      );
    }
  }
  return resets;
}
