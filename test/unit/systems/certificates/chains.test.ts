/** Which certificates of a file are presented, stored and exported. */
import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { writePkcs12 } from '../../../../main/base/x509/writer/index.ts';
import { certificatesWorld, sender } from '../../../support/worlds/certificates.ts';
import { makeCertificate, newKeys, pkcs8Of } from '../../base/x509/reader/pairs.ts';

/** A leaf of a re-keyed authority, in a file with both of its certificates and somebody else's. */
async function fileOfRekeyed() {
  const [root, older, newer, leaf] = [newKeys(), newKeys(), newKeys(), newKeys()];
  const by = (name: string, { privateKey: key }: typeof root) => ({ name, key });
  const make = (
    subject: string,
    { publicKey }: typeof root,
    issuer: ReturnType<typeof by>,
    notAfter = '400101000000Z',
  ) => makeCertificate({ subject, publicKey, issuer, notAfter });
  const certificates = {
    leaf: make('Me', leaf, by('Issuing', older)),
    newer: make('Issuing', newer, by('Root', root), '450101000000Z'),
    older: make('Issuing', older, by('Root', root)),
    root: make('Root', root, by('Root', root)),
    stray: make('Stray', newer, by('Stray', newer)),
  };
  const keyPkcs8 = pkcs8Of(leaf.privateKey);
  const bytes = await writePkcs12({
    ...{ keyPkcs8, certificates: Object.values(certificates), password: 'x', iterations: 10 },
  });
  return { bytes, certificates, keyPkcs8 };
}

const hex = (der: Uint8Array) => Buffer.from(der).toString('hex');
const certificatesIn = (pem: string) =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(([block]) =>
    hex(new X509Certificate(block).raw),
  );

test('the issuer that signed is presented; the rest is stored, and exported when asked', async () => {
  const world = await certificatesWorld();
  const { bytes, certificates } = await fileOfRekeyed();
  const { leaf, older, newer, root, stray } = certificates;
  const kept = await world.keep(bytes, 'x');
  expect(kept.others.map(({ subject }) => subject)).toEqual(['CN=Issuing', 'CN=Stray']);
  await world.reopen();
  expect(await world.list()).toEqual([kept]);
  const { certificatePem } = await world.certificates.identity(kept.id);
  expect(certificatesIn(certificatePem)).toEqual([leaf, older].map(hex));
  const exported = async (withOthers?: boolean) => {
    const asked = {
      id: kept.id,
      passphrase: null,
      ...(withOthers === undefined ? {} : { withOthers }),
    };
    await world.calls.exportPem(asked, sender);
    return certificatesIn(Buffer.from(world.saved.at(-1)?.bytes ?? []).toString());
  };
  expect(await exported()).toEqual([leaf, older, root].map(hex));
  expect(await exported(true)).toEqual([leaf, older, root, newer, stray].map(hex));
  await world.calls.exportP12({ id: kept.id, passphrase: 'y', withOthers: true }, sender);
  const again = await world.read(world.saved.at(-1)?.bytes ?? new Uint8Array(), 'y');
  expect(again.strays).toHaveLength(2);
});

test('a chain that an older version stored with the wrong issuer is put right when it is read', async () => {
  const world = await certificatesWorld();
  const { bytes, certificates } = await fileOfRekeyed();
  const { id } = await world.keep(bytes, 'x');
  const [row] = await world.database.all({ sql: 'SELECT facts FROM certificates' });
  const facts = JSON.parse(String(row?.facts));
  const [older, root] = facts.chain;
  const [newer] = facts.others;
  /** As version 1.0 wrote it. */
  const store = async (chain: unknown[]) => {
    const { others: _, ...old } = { ...facts, chain };
    const sql = 'UPDATE certificates SET facts = ? WHERE id = ?';
    await world.database.run({ sql, params: [JSON.stringify(old), id] });
    await world.reopen();
    const { certificatePem } = await world.certificates.identity(id);
    return certificatesIn(certificatePem);
  };
  const { leaf, older: right } = certificates;
  expect(await store([root, older])).toEqual([leaf, right].map(hex));
  expect(await store([newer, root])).toEqual([hex(leaf)]);
  const [shown] = await world.list();
  expect(shown?.checks.map(({ code }) => code)).toContain('chain-incomplete');
  expect(shown?.others.map(({ subject }) => subject)).toEqual(['CN=Issuing', 'CN=Root']);
});
