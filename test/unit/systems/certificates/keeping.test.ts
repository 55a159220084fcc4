import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificatePem } from '../../../../main/base/x509/writer/index.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { certificatesWorld, sender } from '../../../support/worlds/certificates.ts';
import { testSystem } from '../../../support/worlds/world.ts';
import { derOf, Folder, hasOpenssl, openssl } from '../../base/x509/reader/openssl.ts';
import { p12Of, p12WithAuthority } from './files.ts';

const system = (change: Partial<System>) => testSystem(null, change);

describe('keeping', () => {
  test('a kept certificate is there after a restart, and tells who the app is', async () => {
    const world = await certificatesWorld();
    const { bytes, leaf } = await p12WithAuthority('Alice', 'secret');
    const kept = await world.keep(bytes, 'secret', 'Work');
    expect(kept).toMatchObject({ name: 'Work', protection: 'keychain', usedBy: [] });
    await world.reopen();
    expect(await world.list()).toEqual([kept]);
    const identity = await world.certificates.identity(kept.id);
    const certificate = new X509Certificate(identity.certificatePem);
    expect(certificate.raw).toEqual(Buffer.from(leaf));
    expect(certificate.checkPrivateKey(createPrivateKey(identity.privateKeyPem))).toBe(true);
    // the root is the server's own business
    expect(identity.certificatePem.match(/BEGIN CERTIFICATE/g)).toHaveLength(1);
    expect(identity.notAfter).toBe(kept.leaf.notAfter);
  });

  test('a call gets the key without a worker, which would have to start first', async () => {
    const world = await certificatesWorld();
    const { bytes } = await p12WithAuthority('Alice', 'secret');
    const kept = await world.keep(bytes, 'secret', 'Work');
    await world.reopen();
    const started = world.workers.length;
    await world.certificates.identity(kept.id);
    expect(world.workers).toHaveLength(started);
  });

  test('the key lies nowhere in the data folder in clear', async () => {
    const world = await certificatesWorld();
    const { bytes, keyPkcs8 } = await p12Of('Alice', 'secret passphrase');
    await world.keep(bytes, 'secret passphrase');
    // the secret number of the key: the part of PKCS#8 that nobody else has
    const { d = '' } = createPrivateKey({
      key: Buffer.from(keyPkcs8),
      format: 'der',
      type: 'pkcs8',
    }).export({ format: 'jwk' });
    const secrets = [
      Buffer.from(d, 'base64url'),
      Buffer.from(Buffer.from(keyPkcs8).toString('base64').slice(0, 64)),
      Buffer.from('BEGIN PRIVATE KEY'),
      Buffer.from('secret passphrase'),
    ];
    const files = readdirSync(world.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      for (const secret of secrets) expect(file.includes(secret)).toBe(false);
    }
    const certificate = Buffer.from('CN=Alice');
    expect(files.some((file) => file.includes(certificate))).toBe(true);
  });

  test('the same certificate again is known as such', async () => {
    const world = await certificatesWorld();
    const { bytes } = await p12Of('Alice', 'secret');
    const kept = await world.keep(bytes, 'secret');
    const again = await world.read(bytes, 'secret');
    expect(again.duplicateOf).toBe(kept.id);
    const { readId } = again;
    await world.calls.keep({ readId, name: 'Renamed', replaces: kept.id }, sender);
    expect((await world.list()).map(({ id, name }) => ({ id, name }))).toEqual([
      { id: kept.id, name: 'Renamed' },
    ]);
    // its key is still there
    await expect(world.certificates.identity(kept.id)).resolves.toMatchObject({
      name: kept.leaf.fingerprint,
    });
  });

  test('what replaces another is used where that was, and the old key is gone', async () => {
    const world = await certificatesWorld();
    const old = await p12Of('Alice', 'secret');
    const renewed = await p12Of('Alice', 'secret');
    const kept = await world.keep(old.bytes, 'secret');
    await world.systems.save(system({ certificateId: kept.id }));
    expect((await world.list())[0]?.usedBy).toEqual(['system-1']);

    const replaced = await world.keep(renewed.bytes, 'secret', 'Renewed', kept.id);
    expect(replaced).toMatchObject({ id: kept.id, name: 'Renewed', usedBy: ['system-1'] });
    const { privateKeyPem } = await world.certificates.identity(kept.id);
    expect(privateKeyPem).toBe(renewed.keyPem);
    const keys = await world.database.all({ sql: 'SELECT name FROM secrets' });
    expect(keys.map(({ name }) => name)).toEqual([
      `certificate-key/${kept.id}/${replaced.leaf.fingerprint}`,
    ]);
  });

  test('a certificate of the demo says that its key is not really protected', async () => {
    const world = await certificatesWorld();
    const { bytes, root } = await p12WithAuthority('Demo user', 'secret');
    const authorities = await world.systems.calls.readAuthorities(
      { bytes: Buffer.from(certificatePem(root)) },
      sender,
    );
    await world.systems.save(system({ kind: 'demo', authorities }));
    expect((await world.keep(bytes, 'secret')).protection).toBe('demo');
    const other = await p12WithAuthority('User', 'secret');
    expect((await world.keep(other.bytes, 'secret')).protection).toBe('keychain');
  });

  test('importing in one go leaves the file as it was, and gives what is there already', async () => {
    const world = await certificatesWorld();
    const { bytes } = await p12Of('Alice', 'secret');
    const file = { fileName: 'a.p12', bytes: Uint8Array.from(bytes), passphrase: 'secret' };
    const first = await world.certificates.importFile(file);
    expect(Buffer.from(file.bytes)).toEqual(Buffer.from(bytes));
    expect((await world.certificates.importFile(file)).id).toBe(first.id);
  });
});

describe('renaming and removing', () => {
  test('a new name is told to every window and kept', async () => {
    const world = await certificatesWorld();
    const { id } = await world.keep((await p12Of('Alice', 'secret')).bytes, 'secret');
    await world.calls.rename({ id, name: 'Other' }, sender);
    const [told] = world.events.of('certificates.changed').at(-1)?.certificates ?? [];
    expect(told?.name).toBe('Other');
    await world.reopen();
    expect((await world.list())[0]?.name).toBe('Other');
  });

  test('a removed certificate takes its key along, and its systems present none', async () => {
    const world = await certificatesWorld();
    const { id } = await world.keep((await p12Of('Alice', 'secret')).bytes, 'secret');
    await world.systems.save(system({ certificateId: id }));
    await world.calls.remove({ id }, sender);
    expect(await world.list()).toEqual([]);
    expect(world.systems.get('system-1').certificateId).toBeNull();
    expect(await world.database.all({ sql: 'SELECT name FROM secrets' })).toEqual([]);
    await expect(world.certificates.identity(id)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe.skipIf(!hasOpenssl)('exporting', () => {
  /** A file by openssl with a chain, imported. */
  async function imported() {
    const world = await certificatesWorld();
    const folder = new Folder();
    const { bytes } = await p12WithAuthority('Alice', 'old');
    folder.write('in.p12', bytes);
    const { id } = await world.keep(bytes, 'old', 'My key: 1/2');
    return { world, folder, id };
  }
  const blocks = (pem: string) =>
    [...pem.matchAll(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g)].map(([block, label]) => ({
      label,
      der: Buffer.from(derOf(block)).toString('hex'),
    }));

  test('the PEM holds what `openssl pkcs12 -nodes` writes', async () => {
    const { world, folder, id } = await imported();
    await world.calls.exportPem({ id, passphrase: null }, sender);
    const [file] = world.saved;
    expect(file).toMatchObject({ name: 'My-key-1-2.pem', secret: true });
    const theirs = openssl(
      ...['pkcs12', '-in', folder.file('in.p12'), '-nodes', '-passin', 'pass:old'],
    ).toString();
    const ours = Buffer.from(file?.bytes ?? []).toString();
    const sorted = (pem: string) => blocks(pem).sort((a, b) => a.der.localeCompare(b.der));
    expect(sorted(ours)).toEqual(sorted(theirs));
    expect(blocks(ours).map(({ label }) => label)).toEqual([
      'CERTIFICATE',
      'CERTIFICATE',
      'PRIVATE KEY',
    ]);
    folder.remove();
  });

  test('an encrypted key opens with its new passphrase, and no other', async () => {
    const { world, folder, id } = await imported();
    await world.calls.exportPem({ id, passphrase: 'new 新しい' }, sender);
    const pem = folder.write('out.pem', world.saved[0]?.bytes ?? '');
    const key = openssl('pkey', '-in', pem, '-passin', 'pass:new 新しい').toString();
    const { privateKeyPem } = await world.certificates.identity(id);
    expect(derOf(key)).toEqual(derOf(privateKeyPem));
    expect(() => openssl('pkey', '-in', pem, '-passin', 'pass:old')).toThrow();
    folder.remove();
  });

  test('the .p12 is a modern one that openssl opens', async () => {
    const { world, folder, id } = await imported();
    await world.calls.exportP12({ id, passphrase: 'new' }, sender);
    expect(world.saved[0]).toMatchObject({ name: 'My-key-1-2.p12', secret: true });
    const p12 = folder.write('out.p12', world.saved[0]?.bytes ?? '');
    const all = ['pkcs12', '-in', p12, '-passin', 'pass:new'];
    expect(blocks(openssl(...all, '-nodes').toString())).toHaveLength(3);
    expect(openssl(...all, '-nodes').toString()).toContain('friendlyName: My key: 1/2');
    // and the app itself reads it as the same certificate
    expect((await world.read(folder.read('out.p12'), 'new')).duplicateOf).toBe(id);
    folder.remove();
  });
});
