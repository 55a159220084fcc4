import { type ChildProcess, fork, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DemoInfo, DemoReply } from '../../../main/demo/index.ts';
import { openPki } from '../../../main/demo/pki/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import {
  bearer,
  getTokens,
  requestToken,
  send,
  startTestDemo,
  type Tokens,
} from './demo-support.ts';

const workerPath = fileURLToPath(new URL('../../../main/demo/worker.ts', import.meta.url));
const day = 24 * 60 * 60 * 1000;

describe('first start', () => {
  test('writes every file for its owner only, with nothing left over', async () => {
    const folder = testFolder();
    await using _demo = await startTestDemo({ folder });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
      expect(entry.name).not.toMatch(/\.tmp$/);
    }
  });

  test("makes a user's .p12 that opens the Web API", async () => {
    await using demo = await startTestDemo();
    const status = await new Promise<number>((resolve, reject) => {
      void readFile(demo.p12Path).then((pfx) => {
        const sent = request(
          `${demo.webApiUrl}/status/`,
          { agent: false, ca: demo.authorityPem, pfx, passphrase: demo.p12Passphrase },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        sent.on('error', reject).end();
      }, reject);
    });
    expect(status).toBe(200);
  });

  test('serves under 127.0.0.1 and under localhost', async () => {
    await using demo = await startTestDemo();
    for (const url of [demo.webApiUrl, demo.authUrl, demo.genaiUrl]) {
      const { status } = await send(demo, `${url.replace('127.0.0.1', 'localhost')}/nothing`);
      expect([403, 404]).toContain(status);
    }
  });
});

describe('next start', () => {
  test('finds everything again: addresses, keys, clients and sessions', async () => {
    const folder = testFolder();
    const first = await startTestDemo({ folder });
    const user = await first.inspect.issueCertificate({ commonName: 'U', purpose: 'client' });
    const tokens = await getTokens(first, user);
    const registered = await send(first, first.registrationEndpoint, {
      method: 'POST',
      headers: { ...bearer(first.initialAccessToken), 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: 'kept', redirect_uris: ['https://app.example/cb'] }),
    });
    const client = JSON.parse(registered.body) as Record<string, string>;
    const p12 = await readFile(first.p12Path);
    await first.stop();

    await using second = await startTestDemo({ folder });
    const { inspect: _i, stop: _s, [Symbol.asyncDispose]: _d, ...info } = second;
    expect(first).toMatchObject(info);
    expect(await readFile(second.p12Path)).toEqual(p12);
    expect(second.inspect.registeredClients()).toEqual(['kept']);
    const read = await send(second, client.registration_client_uri ?? '', {
      headers: bearer(client.registration_access_token ?? ''),
    });
    expect(JSON.parse(read.body)).toMatchObject({ client_secret: client.client_secret });
    const status = await send(second, `${second.webApiUrl}/status/`, {
      headers: bearer(tokens.access_token),
    });
    expect(status.status).toBe(200);
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    const refreshed = await requestToken(second, form);
    expect((JSON.parse(refreshed.body) as Tokens).access_token).toMatch(/\S/);
  });

  test('takes another port when the last one is taken', async () => {
    const folder = testFolder();
    const first = await startTestDemo({ folder });
    await first.stop();
    const port = Number(new URL(first.webApiUrl).port);
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    onTestFinished(() => void blocker.close());
    await using second = await startTestDemo({ folder });
    expect(second.webApiUrl).not.toBe(first.webApiUrl);
    expect(second.authUrl).toBe(first.authUrl);
    expect((await send(second, `${second.webApiUrl}/status/`)).status).toBe(403);
  });

  test('uses the ports that it is given', async () => {
    const other = await startTestDemo();
    await other[Symbol.asyncDispose]();
    const port = Number(new URL(other.genaiUrl).port);
    await using demo = await startTestDemo({ ports: { webApi: port } });
    expect(demo.webApiUrl).toBe(`https://127.0.0.1:${port}`);
  });

  test('starts anew from damaged files', async () => {
    const folder = testFolder();
    const first = await startTestDemo({ folder });
    await first.stop();
    await writeFile(join(folder, 'identity', 'state.json'), '{"Client":');
    await writeFile(join(folder, 'ports.json'), 'null');
    await writeFile(join(folder, 'certificates', 'genai.key.pem'), 'damaged');
    await copyFile(
      join(folder, 'certificates', 'genai.crt.pem'),
      join(folder, 'certificates', 'identity.crt.pem'),
    );
    await using second = await startTestDemo({ folder });
    expect(second.apiKey).toBe(first.apiKey);
    await expectServing(second);
    expect((await send(second, `${second.authUrl}/`)).status).toBe(404);
    expect(second.inspect.registeredClients()).toEqual([]);
  });
});

describe('certificates', () => {
  test('are renewed when they are near their end, the .p12 included', async () => {
    const folder = testFolder();
    const now = Date.now();
    const first = await openPki(folder, new Date(now));
    const p12 = await readFile(first.userP12Path);
    const same = await openPki(folder, new Date(now + 300 * day));
    expect(same.user.certificatePem).toBe(first.user.certificatePem);
    expect(same.servers.genai.certificatePem).toBe(first.servers.genai.certificatePem);

    const renewed = await openPki(folder, new Date(now + 340 * day));
    expect(renewed.authority.pem).toBe(first.authority.pem);
    expect(renewed.servers.genai.certificatePem).not.toBe(first.servers.genai.certificatePem);
    expect(renewed.user.certificatePem).not.toBe(first.user.certificatePem);
    expect(await readFile(first.userP12Path)).not.toEqual(p12);
    expect(renewed.userP12Passphrase).toBe(first.userP12Passphrase);

    const afterYears = await openPki(folder, new Date(now + 3600 * day));
    expect(afterYears.authority.pem).not.toBe(first.authority.pem);
    const server = new X509Certificate(afterYears.servers.identity.certificatePem);
    expect(server.verify(afterYears.authority.certificate.publicKey)).toBe(true);
    expect(Date.parse(server.validTo)).toBeGreaterThan(now + 3900 * day);
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkHost('localhost')).toBe('localhost');
  });
});

async function expectServing(info: DemoInfo): Promise<void> {
  const answer = await send(info, `${info.genaiUrl}/v1/models`, { headers: bearer(info.apiKey) });
  expect(answer.status).toBe(200);
}

function infoOf(reply: DemoReply): DemoInfo {
  if (reply.type === 'failed') throw new Error(reply.message);
  return reply.info;
}

async function startForked(folder: string): Promise<{ child: ChildProcess; info: DemoInfo }> {
  const child = fork(workerPath);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ type: 'start', options: { folder } });
  const [reply] = (await once(child, 'message')) as [DemoReply];
  return { child, info: infoOf(reply) };
}

describe('as a worker', () => {
  test('in a thread: start, ready, stop, exit 0', async () => {
    const worker = new Worker(workerPath);
    onTestFinished(async () => void (await worker.terminate()));
    worker.postMessage({ type: 'start', options: { folder: testFolder() } });
    const [reply] = (await once(worker, 'message')) as [DemoReply];
    await expectServing(infoOf(reply));
    const ended = once(worker, 'exit');
    worker.postMessage({ type: 'stop' });
    expect(await ended).toEqual([0]);
  });

  test('in a child process: start, ready, stop, exit 0', async () => {
    const { child, info } = await startForked(testFolder());
    await expectServing(info);
    const ended = once(child, 'exit');
    child.send({ type: 'stop' });
    expect(await ended).toEqual([0, null]);
  });

  test('in a child process: ends when its parent has gone', async () => {
    const { child } = await startForked(testFolder());
    const ended = once(child, 'exit');
    child.disconnect();
    expect(await ended).toEqual([0, null]);
  });

  test('says why it could not start', async () => {
    const folder = testFolder();
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const child = fork(workerPath);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.send({ type: 'start', options: { folder: file } });
    const [reply] = (await once(child, 'message')) as [DemoReply];
    expect(reply).toMatchObject({ type: 'failed', message: expect.stringContaining('ENOTDIR') });
  });
});

test('as a program it prints one line of JSON and stops on SIGTERM', async () => {
  const child = spawn(process.execPath, [workerPath, '--folder', testFolder(), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(reader, 'line');
  const info = JSON.parse(lines[0] ?? '') as DemoInfo;
  await expectServing(info);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(lines).toHaveLength(1);
});
