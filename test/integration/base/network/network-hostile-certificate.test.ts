import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Network } from '../../../../main/base/network/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { hasOpenssl } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: hostile certificates (no openssl command)');

const run = promisify(execFile);
let dir: string;
let network: Network;
const logged: unknown[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hostile-certificate-'));
  network = testNetwork({
    env: {},
    log: { info: (...what) => void logged.push(what), error: (...what) => void logged.push(what) },
  });
});
afterAll(async () => {
  await network.close();
  await rm(dir, { recursive: true, force: true });
});

let made = 0;
/** A certificate for itself, by `openssl req`, and its key. */
async function selfSigned(...options: string[]): Promise<{ der: Buffer; key: string }> {
  const name = join(dir, String(made++));
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-utf8', '-outform', 'DER', '-out', name, '-keyout', `${name}.key`, ...options],
  ]);
  return { der: await readFile(name), key: await readFile(`${name}.key`, 'utf8') };
}

/** With other words where its times stand (UTCTime, RFC 5280, 4.1.2.5.1), the first of them first. */
function withTimes(der: Buffer, times: readonly string[]): Buffer {
  const changed = Buffer.from(der);
  let at = 0;
  for (const time of times) {
    at = changed.indexOf(Buffer.from([0x17, 13]), at) + 2;
    changed.write(time, at, 13, 'latin1');
  }
  return changed;
}

async function failureAt(der: Buffer, key: string): Promise<AppError> {
  const cert = new X509Certificate(der).toString();
  const server = createServer({ key, cert }).on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const failure = await network
    .request({ url: `https://127.0.0.1:${port}/` })
    .catch((error: unknown) => error);
  if (!(failure instanceof AppError)) throw new Error('it was trusted');
  return failure;
}

test.skipIf(!openssl).each([
  ['no time at all, and over', ['garbage garba', '200101000000Z'], 'tls-server-expired'],
  ['no time at all', ['garbage garba'], 'tls-server-not-trusted'],
  ['no end', ['200101000000Z', 'garbage garba'], 'tls-server-not-trusted'],
])(
  'a server’s certificate whose times are %s is an error of its request',
  async (_, times, code) => {
    const { der, key } = await selfSigned('-subj', '/CN=localhost', '-days', '30');
    const failure = await failureAt(withTimes(der, times), key);
    expect(failure.code).toBe(code);
    const { notBefore, notAfter } = failure.details;
    for (const time of [notBefore, notAfter]) {
      if (time !== undefined) expect(time).toMatch(/^\d{4}-/);
    }
  },
);

test.skipIf(!openssl)(
  'names in it are shown as lines of bounded length, in the log too',
  async () => {
    const unit = `/OU=${'x'.repeat(60)}`;
    const names = Array.from({ length: 2000 }, (_, n) => `DNS:n${n}.example`).join(',');
    const { der, key } = await selfSigned(
      ...['-subj', `/O=safe\u202egpj.exe${unit.repeat(100)}`],
      ...['-addext', `subjectAltName=${names}`],
    );
    const { code, details } = await failureAt(der, key);
    expect(code).toBe('tls-server-not-trusted');
    for (const name of [details.subject, details.issuer, details.names]) {
      expect(String(name).length).toBeLessThanOrEqual(700);
      expect(name).not.toMatch(/[\n\u202e]/);
    }
    expect(details.names).toContain('n0.example');
    expect(JSON.stringify(logged).length).toBeLessThan(10_000);
  },
);
