import { describe, expect, test } from 'vitest';
import { writePkcs12 } from '../../../../main/base/x509/writer/index.ts';
import { certificatesWorld, sender } from '../../../support/worlds/certificates.ts';
import { ecPair } from '../../base/x509/reader/pairs.ts';
import { p12Of, p12WithAuthority, slowKeyPem, slowP12 } from './files.ts';

describe('reading a file', () => {
  test('a wrong passphrase can be typed again, blanks are pointed out', async () => {
    const { read } = await certificatesWorld();
    const { bytes } = await p12Of('Alice', 'secret');
    const refused = (reason: string) => ({
      code: 'certificate-wrong-password',
      details: { reason },
    });
    await expect(read(bytes, null)).rejects.toMatchObject(refused('needed'));
    await expect(read(bytes, 'Secret')).rejects.toMatchObject(refused('mismatch'));
    await expect(read(bytes, ' secret\n')).rejects.toMatchObject(refused('trimmed-works'));
    expect(await read(bytes, 'secret')).toMatchObject({
      fileName: 'file.p12',
      proposedName: 'Alice',
      leaf: { subject: 'CN=Alice', keyType: 'EC P-256' },
      chain: [],
      strays: [],
      duplicateOf: null,
      needsVault: false,
      keys: [
        {
          index: 0,
          keyType: 'EC P-256',
          friendlyName: 'Alice',
          certificate: { subject: 'CN=Alice' },
        },
      ],
    });
  });

  test('the chain comes with it, and what it lacks is said', async () => {
    const { read } = await certificatesWorld();
    const { bytes } = await p12WithAuthority('Alice', 'secret');
    const { chain, checks } = await read(bytes, 'secret');
    expect(chain.map(({ subject }) => subject)).toEqual(["CN=Alice's authority"]);
    expect(checks).toEqual([]);
  });

  test('of a file without a seal, or with a bare key, it says so', async () => {
    const { read } = await certificatesWorld();
    const pair = ecPair('Alice');
    const open = await writePkcs12({ ...pair, password: '', encryption: null, mac: 'none' });
    const codes = (await read(open, null)).checks.map(({ code }) => code);
    expect(codes).toContain('no-integrity');
    expect(codes).toContain('key-not-encrypted');
  });

  test('a key and its certificate in two files, in either order', async () => {
    const { read } = await certificatesWorld();
    const { keyPem, certificatePem } = ecPair('Alice');
    const key = Buffer.from(keyPem);
    const certificate = Buffer.from(certificatePem);
    await expect(read(certificate, null)).rejects.toMatchObject({ code: 'certificate-no-key' });
    await expect(read(key, null)).rejects.toMatchObject({
      code: 'certificate-no-certificate',
      details: { reason: 'none' },
    });
    for (const [bytes, secondFile] of [
      [key, certificate],
      [certificate, key],
    ] as const) {
      expect((await read(bytes, null, { secondFile })).leaf.subject).toBe('CN=Alice');
    }
    const stranger = Buffer.from(ecPair('Bob').certificatePem);
    await expect(read(key, null, { secondFile: stranger })).rejects.toMatchObject({
      code: 'certificate-no-certificate',
      details: { reason: 'no-match' },
    });
  });

  test('of several keys the user takes one, and one without a certificate cannot be taken', async () => {
    const world = await certificatesWorld();
    const [alice, bob, carol] = [ecPair('Alice'), ecPair('Bob'), ecPair('Carol')];
    const parts = [
      alice.keyPem,
      carol.keyPem,
      bob.keyPem,
      alice.certificatePem,
      bob.certificatePem,
    ];
    const first = await world.read(Buffer.from(parts.join('')), null);
    expect(first.keyIndex).toBe(0);
    expect(first.keys.map(({ certificate }) => certificate?.subject ?? null)).toEqual([
      'CN=Alice',
      null,
      'CN=Bob',
    ]);
    const { readId } = first;
    await expect(world.calls.chooseKey({ readId, keyIndex: 1 }, sender)).rejects.toMatchObject({
      code: 'certificate-no-certificate',
    });
    const second = await world.calls.chooseKey({ readId, keyIndex: 2 }, sender);
    expect(second).toMatchObject({ readId, keyIndex: 2, leaf: { subject: 'CN=Bob' } });
    const kept = await world.calls.keep({ readId, name: 'Bob', replaces: null }, sender);
    expect(kept.leaf.subject).toBe('CN=Bob');
    const { privateKeyPem } = await world.certificates.identity(kept.id);
    expect(privateKeyPem).toBe(bob.keyPem);
  });

  test('what is no certificate is named', async () => {
    const { read } = await certificatesWorld();
    const files: readonly (readonly [string | Uint8Array, string])[] = [
      ['', 'empty'],
      [Buffer.from('feedfeed00000002', 'hex'), 'java-keystore'],
      ['<!DOCTYPE html><title>Sign in</title>', 'html'],
      ['Dear user, please find attached', 'text'],
    ];
    for (const [bytes, kind] of files) {
      await expect(read(Buffer.from(bytes), null)).rejects.toMatchObject({
        code: 'certificate-not-a-certificate',
        details: { kind },
      });
    }
  });

  test('too many rounds and too large a file are refused with the limit', async () => {
    const { read } = await certificatesWorld();
    await expect(read(slowP12(20_000_001), 'x')).rejects.toMatchObject({
      code: 'certificate-too-slow',
      details: { limit: 20_000_000, iterations: 20_000_001 },
    });
    await expect(read(new Uint8Array(10 * 1024 * 1024 + 1), null)).rejects.toMatchObject({
      code: 'certificate-too-large',
      details: { limit: 10 * 1024 * 1024 },
    });
  });
});

describe('a long derivation', () => {
  test('tells how far it is', async () => {
    const { read, events } = await certificatesWorld();
    const pair = ecPair('Alice');
    const bytes = await writePkcs12({ ...pair, password: 'secret', iterations: 300_000 });
    await read(bytes, 'secret', { attempt: 'first' });
    const told = events.of('certificates.progress');
    expect(told.every(({ attempt }) => attempt === 'first')).toBe(true);
    const phases = [...new Set(told.map(({ phase }) => phase))];
    expect(phases.slice(0, 2)).toEqual(['reading', 'deriving-keys']);
    const fractions = told
      .filter(({ phase }) => phase === 'deriving-keys')
      .map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  test.each([
    ['our own code', 'deriving-keys', () => slowP12(20_000_000)],
    ['native code', 'reading', () => slowKeyPem(20_000_000)],
  ])('ends when it is cancelled in %s, and the next file is read', async (_, during, make) => {
    const { read, events, calls, workers } = await certificatesWorld();
    const reading = read(make(), 'x', { attempt: 'slow' });
    await events.until('certificates.progress', ({ phase }) => phase === during);
    await calls.cancelRead({ attempt: 'slow' }, sender);
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    // the work itself has ended, long before its last round
    expect(await workers[0]?.ended).toContain('SIGKILL');

    const { bytes } = await p12Of('Alice', 'secret');
    expect((await read(bytes, 'secret')).leaf.subject).toBe('CN=Alice');
    expect(workers).toHaveLength(2);
  });

  test('that nobody has heard of cannot be cancelled, which is no failure', async () => {
    const { calls } = await certificatesWorld();
    await expect(calls.cancelRead({ attempt: 'unknown' }, sender)).resolves.toBeUndefined();
  });
});

describe('a file that nobody keeps', () => {
  test('is forgotten when discarded', async () => {
    const { read, calls } = await certificatesWorld();
    const { readId } = await read((await p12Of('Alice', 'secret')).bytes, 'secret');
    await calls.discard({ readId }, sender);
    await expect(calls.keep({ readId, name: 'x', replaces: null }, sender)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('is forgotten when eight newer ones came', async () => {
    const { read, calls } = await certificatesWorld();
    const { bytes } = await p12Of('Alice', 'secret');
    const ids: string[] = [];
    for (let i = 0; i < 9; i++) ids.push((await read(bytes, 'secret')).readId);
    const [oldest = '', next = ''] = ids;
    const keep = (readId: string) => calls.keep({ readId, name: 'x', replaces: null }, sender);
    await expect(keep(oldest)).rejects.toMatchObject({ code: 'not-found' });
    expect((await keep(next)).name).toBe('x');
  });
});
