import { expect, test } from 'vitest';
import { certificatesWorld, sender } from '../../../support/worlds/certificates.ts';
import { p12WithAuthority } from './files.ts';

const needed = { code: 'vault-confirmation-needed' };

test('a key leaves a vault with a passphrase only when that was typed again, each time', async () => {
  const world = await certificatesWorld();
  await world.vault.setPassphrase('correct horse');
  const { bytes } = await p12WithAuthority('Alice', 'secret');
  const { id } = await world.keep(bytes, 'secret', 'Work');
  const ways = [
    (confirmation?: string) =>
      world.calls.exportPem({ id, passphrase: null, confirmation }, sender),
    (confirmation?: string) =>
      world.calls.exportPem({ id, passphrase: 'new', confirmation }, sender),
    (confirmation?: string) =>
      world.calls.exportP12({ id, passphrase: 'new', confirmation }, sender),
  ];
  for (const write of ways) {
    await expect(write()).rejects.toMatchObject(needed);
    await expect(write('made up')).rejects.toMatchObject(needed);
    expect(world.saved.splice(0)).toEqual([]);
    const word = await world.vault.confirm('correct horse');
    await write(word);
    expect(world.saved.splice(0)).toHaveLength(1);
    await expect(write(word)).rejects.toMatchObject(needed);
  }
  // What the app itself does with the key asks nobody.
  expect((await world.certificates.identity(id)).privateKeyPem).toContain('PRIVATE KEY');
  world.vault.lock();
  await expect(ways[0]?.()).rejects.toMatchObject({ code: 'vault-locked' });
});
