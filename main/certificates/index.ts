import { randomUUID } from 'node:crypto';
import type { Certificate } from '../../preload/contract/certificates.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { System, SystemsState } from '../../preload/contract/systems.ts';
import { trimEnd, trimStart } from '../../preload/contract/trim.ts';
import type { Files, SettingsFile } from '../host.ts';
import type { TlsIdentity } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/index.ts';
import type { WorkerClient } from '../workers/connect.ts';
import { findings } from './findings.ts';
import { createPending } from './pending.ts';
import { createReaderWorker } from './reader-worker.ts';
import { createReadings, factsOf, previewOf } from './reading.ts';
import { createReminders } from './reminders.ts';
import {
  deleteCertificate,
  keyName,
  loadCertificates,
  type StoredCertificate,
  saveCertificate,
} from './store.ts';
import type { CertificateMethods, FileContents, FileToRead } from './worker-methods.ts';

export interface Certificates {
  readonly calls: Handlers<'certificates'>;
  /** Who the app is with that certificate. @throws AppError `not-found`, `vault-locked` */
  identity(id: string): Promise<TlsIdentity>;
  /** Reads and keeps a file in one go; an already imported certificate is given as it is. */
  importFile(file: {
    fileName: string;
    bytes: Uint8Array;
    passphrase: string | null;
  }): Promise<Certificate>;
  close(): Promise<void>;
}

/** The imported certificates: their keys in the vault, all else in the database. */
export async function createCertificates(options: {
  database: Database;
  vault: Vault;
  /** The systems that certificates are presented to. */
  systems: {
    state(): SystemsState;
    onChange(listener: () => void): () => void;
    save(system: System): Promise<unknown>;
  };
  startWorker: () => WorkerClient<CertificateMethods>;
  files: Files;
  /** Remembers which reminders were dismissed. */
  settings: SettingsFile;
  emit: Emit;
  now?: () => Date;
}): Promise<Certificates> {
  const { database, vault, systems, files, emit, now = () => new Date() } = options;
  const worker = createReaderWorker(options.startWorker);
  const readings = createReadings(worker, emit);
  const pending = createPending();
  let all = await loadCertificates(database);

  const find = (id: string): StoredCertificate => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new AppError('not-found', { details: { name: id } });
    return found;
  };
  const show = (stored: StoredCertificate): Certificate => ({
    id: stored.id,
    name: stored.name,
    fileName: stored.fileName,
    importedAt: stored.importedAt,
    protection: stored.protection,
    leaf: factsOf(stored.leaf),
    chain: stored.chain.map(factsOf),
    checks: findings(stored, now()),
    usedBy: systems
      .state()
      .systems.filter(({ certificateId }) => certificateId === stored.id)
      .map(({ id }) => id),
    reminder: reminders.due(stored.id, stored.leaf.description.notAfter, now()),
  });
  const changed = (): void => emit('certificates.changed', { certificates: all.map(show) });
  const stopFollowing = systems.onChange(changed);
  const reminders = createReminders(options.settings, changed);

  const store = async (certificate: StoredCertificate): Promise<Certificate> => {
    await database.run(saveCertificate(certificate));
    all = all.some(({ id }) => id === certificate.id)
      ? all.map((one) => (one.id === certificate.id ? certificate : one))
      : [...all, certificate];
    changed();
    return show(certificate);
  };

  /** The demo's certificates say so: their issuer is the demo system's authority. */
  const scopeOf = ({ chain, strays }: FileContents): SecretScope => {
    const demoAuthorities = systems
      .state()
      .systems.filter(({ kind }) => kind === 'demo')
      .flatMap(({ authorities }) => authorities.map(({ fingerprint }) => fingerprint));
    return [...chain, ...strays].some((one) => demoAuthorities.includes(one.description.sha256))
      ? 'demo'
      : 'user';
  };

  const preview = (fileName: string, source: FileToRead, contents: FileContents, id?: string) => {
    const fingerprint = contents.leaf.description.sha256;
    const again = contents.keys.length > 1 ? source : null;
    return previewOf(contents, {
      readId: pending.add({ fileName, source: again, contents }, id),
      fileName,
      checks: findings(contents, now()),
      duplicateOf: all.find((one) => one.leaf.description.sha256 === fingerprint)?.id ?? null,
      needsVault: !vault.ready(scopeOf(contents)),
    });
  };
  const read: Handlers<'certificates'>['read'] = async (input) => {
    const { fileName, bytes, passphrase, secondFile, attempt } = input;
    const source: FileToRead = { bytes, passphrase, secondFile: secondFile?.bytes };
    return preview(fileName, source, await readings.read(source, attempt));
  };

  const keep: Handlers<'certificates'>['keep'] = async ({ readId, name, replaces }) => {
    const { fileName, contents } = pending.get(readId);
    const old = replaces === null ? null : find(replaces);
    const id = old?.id ?? randomUUID();
    const fingerprint = contents.leaf.description.sha256;
    // A copy: what waits may be forgotten, and wiped, while the vault is at work.
    const key = Uint8Array.from(contents.key);
    const protection = await vault
      .put(keyName(id, fingerprint), key, scopeOf(contents))
      .finally(() => key.fill(0));
    const kept = await store({
      id,
      name,
      fileName,
      importedAt: now().toISOString(),
      protection,
      leaf: contents.leaf,
      chain: contents.chain,
      keyType: contents.keyType,
      warnings: contents.warnings,
    });
    if (old !== null && old.leaf.description.sha256 !== fingerprint) {
      await vault.remove(keyName(id, old.leaf.description.sha256));
      reminders.forget(id);
    }
    pending.forget(readId);
    return kept;
  };

  /** Takes the key out of the vault for one use, then overwrites it. */
  const withKey = async <T>(id: string, use: (key: Uint8Array) => Promise<T>): Promise<T> => {
    const stored = find(id);
    const key = await vault.get(keyName(id, stored.leaf.description.sha256), scopeIn(stored));
    try {
      return await use(key);
    } finally {
      key.fill(0);
    }
  };
  /** A key that leaves the app does so with the user's word. @throws AppError as `Vault.requirePassphrase` */
  const requirePassphrase = (id: string, confirmation: string | undefined): void => {
    if (scopeIn(find(id)) === 'user') vault.requirePassphrase(confirmation);
  };
  const keyPem = async (id: string, passphrase: string | null): Promise<string> => {
    const { pem } = await withKey(id, (key) => worker.request('keyPem', { key, passphrase }));
    return pem;
  };

  const calls: Handlers<'certificates'> = {
    snapshot: async () => ({ certificates: all.map(show) }),
    read,
    async cancelRead({ attempt }) {
      readings.cancel(attempt);
    },
    async chooseKey({ readId, keyIndex }) {
      const { fileName, source, contents } = pending.get(readId);
      if (source === null) throw new AppError('not-found', { details: { name: String(keyIndex) } });
      const chosen = await readings.read({ ...source, keyIndex }, undefined);
      contents.key.fill(0);
      return preview(fileName, source, chosen, readId);
    },
    keep,
    async discard({ readId }) {
      pending.forget(readId);
    },
    rename: ({ id, name }) => store({ ...find(id), name }),
    async exportPem({ id, passphrase, confirmation }, sender) {
      requirePassphrase(id, confirmation);
      const { name, leaf, chain } = find(id);
      const pem = await keyPem(id, passphrase);
      const text = [leaf.pem, ...chain.map((one) => one.pem), pem].map(withNewline).join('');
      return files.save(
        { name: `${fileNameOf(name)}.pem`, bytes: Buffer.from(text), secret: true },
        sender,
      );
    },
    async exportP12({ id, passphrase, confirmation }, sender) {
      requirePassphrase(id, confirmation);
      const { name, leaf, chain } = find(id);
      const certificates = [leaf, ...chain].map(({ pem }) => pem);
      const { bytes } = await withKey(id, (key) =>
        worker.request('pkcs12', { key, certificates, friendlyName: name, passphrase }),
      );
      return files.save({ name: `${fileNameOf(name)}.p12`, bytes, secret: true }, sender);
    },
    async dismissReminder({ id }) {
      reminders.dismiss(id, find(id).leaf.description.notAfter, now());
      changed();
    },
    async remove({ id }) {
      const { leaf } = find(id);
      for (const system of systems.state().systems) {
        if (system.certificateId === id) await systems.save({ ...system, certificateId: null });
      }
      await database.run(deleteCertificate(id));
      await vault.remove(keyName(id, leaf.description.sha256));
      all = all.filter((one) => one.id !== id);
      reminders.forget(id);
      changed();
    },
  };

  return {
    calls,
    async identity(id) {
      const { leaf, chain } = find(id);
      const pem = await keyPem(id, null);
      return {
        name: leaf.description.sha256,
        // A root is the server's own business (RFC 8446, section 4.4.2).
        certificatePem: [leaf, ...chain.filter(({ description }) => !description.selfIssued)]
          .map((one) => withNewline(one.pem))
          .join(''),
        privateKeyPem: pem,
        notAfter: leaf.description.notAfter,
      };
    },
    async importFile(file) {
      // What was read is wiped in the end; the caller's bytes are the caller's.
      const bytes = Uint8Array.from(file.bytes);
      const result = await read({ ...file, bytes }, { id: 'app' });
      if (result.duplicateOf !== null) {
        pending.forget(result.readId);
        return show(find(result.duplicateOf));
      }
      return keep(
        { readId: result.readId, name: result.proposedName, replaces: null },
        { id: 'app' },
      );
    },
    async close() {
      stopFollowing();
      reminders.close();
      readings.clear();
      pending.clear();
      await worker.stop();
    },
  };
}

const scopeIn = ({ protection }: StoredCertificate): SecretScope =>
  protection === 'demo' ? 'demo' : 'user';

function withNewline(pem: string): string {
  return pem.endsWith('\n') ? pem : `${pem}\n`;
}

function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return trimEnd(trimStart(plain, /[-.]/), /-/) || 'certificate';
}
