/**
 * PKCS#12: how many rows of the shared corpus come out right, and how long a million iterations
 * take. A peer's row counts as right if it opens what is to be opened (key and leaf) and refuses,
 * with whatever words, what is to be refused. Goal: 1.2 x the time of `openssl pkcs12`.
 */
import { spawnSync } from 'node:child_process';
import { createHash, webcrypto } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { readCertificateFile } from '../../main/base/x509/reader/index.ts';

interface Row {
  readonly file: string;
  readonly password: string | null;
  readonly outcome: string;
  readonly leafSha256: string | null;
}

/** SHA-256 of the certificates found beside a key; undefined where the file was refused. */
type Open = (bytes: Uint8Array, password: string) => Promise<readonly string[] | 'opened'>;

const require = createRequire(import.meta.url);
const sha256 = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex');

function print(metric: string, unit: string, ours: number, peer: number | null, peerName: string) {
  const ratio = peer === null || peer === 0 ? null : ours / peer;
  console.log(JSON.stringify({ bench: 'pkcs12', metric, unit, ours, peer, peerName, ratio }));
}

const ours: Open = async (bytes, password) => {
  const result = await readCertificateFile(bytes, password);
  if (result.outcome !== 'ok') throw new Error(result.outcome);
  return [result.leaf.sha256];
};

const node: Open = async (bytes, passphrase) => {
  createSecureContext({ pfx: Buffer.from(bytes), passphrase });
  return 'opened';
};

/* The peers ship no types of their own or need none here: their results are looked at as data. */
const forge: Open = async (bytes, password) => {
  const { asn1, pkcs12, pki } = require('node-forge');
  const parsed = asn1.fromDer(Buffer.from(bytes).toString('latin1'), { parseAllBytes: false });
  const store = pkcs12.pkcs12FromAsn1(parsed, false, password);
  const all = (type: string): { key?: unknown; cert?: unknown; asn1?: unknown }[] =>
    store.getBags({ bagType: type })[type] ?? [];
  const keys = [...all(pki.oids.keyBag), ...all(pki.oids.pkcs8ShroudedKeyBag)];
  if (!keys.some(({ key, asn1: raw }) => key !== null || raw !== undefined))
    throw new Error('no key');
  return all(pki.oids.certBag).map(({ cert, asn1: raw }) => {
    const value = cert === null || cert === undefined ? raw : pki.certificateToAsn1(cert);
    return sha256(Buffer.from(asn1.toDer(value).getBytes(), 'latin1'));
  });
};

const pki: Open = async (bytes, password) => {
  const pkijs = require('pkijs');
  pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto }));
  const secret = Uint8Array.from(Buffer.from(password)).buffer;
  const pfx = pkijs.PFX.fromBER(Uint8Array.from(bytes).buffer);
  await pfx.parseInternalValues({ password: secret, checkIntegrity: true });
  const safe = pfx.parsedValue.authenticatedSafe;
  const parameters = safe.safeContents.map(() => ({ password: secret }));
  await safe.parseInternalValues({ safeContents: parameters });
  const certificates: string[] = [];
  let keys = 0;
  for (const { value } of safe.parsedValue.safeContents) {
    for (const { bagId, bagValue } of value.safeBags) {
      if (bagId.endsWith('12.10.1.1')) keys++;
      if (bagId.endsWith('12.10.1.2')) {
        await bagValue.parseInternalValues({ password: secret });
        keys++;
      }
      if (bagId.endsWith('12.10.1.3')) {
        certificates.push(sha256(new Uint8Array(bagValue.parsedValue.toSchema(true).toBER(false))));
      }
    }
  }
  if (keys === 0) throw new Error('no key');
  return certificates;
};

async function isRight(open: Open, bytes: Uint8Array, row: Row): Promise<boolean> {
  let found: readonly string[] | 'opened' | undefined;
  try {
    found = await open(bytes, row.password ?? '');
  } catch {
    // Refused: that is the answer.
    found = undefined;
  }
  if (row.outcome !== 'ok') return found === undefined;
  return found === 'opened' || found?.includes(row.leafSha256 ?? '') === true;
}

async function corpus(): Promise<void> {
  const root = fileURLToPath(new URL('../../../shared/corpora/pkcs12/', import.meta.url));
  if (!existsSync(join(root, 'expected.json'))) {
    console.error('skipped: ../shared/corpora/pkcs12 is not there');
    return;
  }
  const rows = JSON.parse(readFileSync(join(root, 'expected.json'), 'utf8')) as Row[];
  const count = async (open: Open): Promise<number> => {
    let right = 0;
    for (const row of rows) {
      if (await isRight(open, readFileSync(join(root, row.file)), row)) right++;
    }
    return right;
  };
  const mine = await count(ours);
  const peers = [
    ['node-forge', forge],
    ['pkijs', pki],
    [`Node ${process.versions.node} pfx`, node],
  ] as const;
  for (const [name, open] of peers) {
    print(`rows right of ${rows.length}`, 'rows', mine, await count(open), name);
  }
}

/** The best of several runs, in milliseconds. */
async function best(runs: number, work: () => Promise<unknown> | unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}

async function million(): Promise<void> {
  if (spawnSync('openssl', ['version']).status !== 0) {
    console.error('skipped: no openssl command');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'p12-bench-'));
  const openssl = (...args: string[]): void => {
    const done = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  const recipes = [
    ['RC2-40, 3DES, MAC SHA-1', ['-legacy', '-macalg', 'sha1']],
    ['RC2-40, 3DES, MAC SHA-256', ['-legacy', '-macalg', 'sha256']],
    ['PBES2 AES-256, MAC SHA-256', []],
    ['PBES2 AES-256, MAC SHA-512', ['-macalg', 'sha512']],
  ] as const;
  try {
    openssl(...'req -x509 -newkey rsa:2048 -nodes -subj /CN=x -keyout k -out c'.split(' '));
    for (const [name, args] of recipes) {
      const pass = ['-passout', 'pass:x', '-iter', '1000000', '-out', 'f.p12'];
      openssl('pkcs12', '-export', '-inkey', 'k', '-in', 'c', ...pass, ...args);
      const bytes = readFileSync(join(folder, 'f.p12'));
      const mine = await best(5, () => ours(bytes, 'x'));
      const read = ['-legacy', '-nodes', '-passin', 'pass:x', '-in', 'f.p12', '-out', 'out'];
      const theirs = await best(5, () => openssl('pkcs12', ...read));
      print(`1,000,000 iterations, ${name}`, 'ms', mine, theirs, 'openssl pkcs12');
    }
    const pass = ['-passout', 'pass:x', '-iter', '20000', '-out', 'f.p12', '-macalg', 'sha1'];
    openssl('pkcs12', '-export', '-inkey', 'k', '-in', 'c', ...pass, '-legacy');
    const bytes = readFileSync(join(folder, 'f.p12'));
    const mine = await best(3, () => ours(bytes, 'x'));
    const theirs = await best(1, () => forge(bytes, 'x'));
    print('20,000 iterations, RC2-40, 3DES, MAC SHA-1', 'ms', mine, theirs, 'node-forge');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await corpus();
await million();
