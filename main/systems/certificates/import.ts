import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type {
  Certificate,
  ReadCertificate,
} from '../../../preload/contract/systems/certificates.ts';
import type { SecretScope, Vault } from '../../base/storage/vault/index.ts';
import type { Collection } from './collection.ts';
import { findings } from './findings.ts';
import { createPending } from './pending.ts';
import { type createRunningReads, previewOf } from './running-reads.ts';
import { keyName } from './store.ts';
import type { FileContents, FileToRead } from './worker-methods.ts';

/** The parts of links that certificates need. */
export interface PresentingLinks {
  /** @param fingerprints of the authorities above a certificate */
  scopeOfIssuedBy(fingerprints: readonly string[]): SecretScope;
  certificateChanged(id: string): void;
}

/** A file with a certificate and its key, or one of them. */
export interface CertificateFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly passphrase: string | null;
  /** The other file if key and certificate are in two files. */
  readonly secondFile?: { readonly bytes: Uint8Array } | undefined;
}

/** Imports a certificate from a file: reads it, shows it, then stores or discards it. */
export interface Importing {
  /**
   * @param attempt name of this read, for its progress and `cancelRead`
   * @throws AppError of the `certificate-*` codes; `cancelled`
   */
  read(file: CertificateFile, attempt?: string): Promise<ReadCertificate>;
  cancelRead(attempt: string): void;
  /** Switches to another of the file's keys. @throws AppError `not-found` */
  chooseKey(readId: string, keyIndex: number): Promise<ReadCertificate>;
  /**
   * Seals and stores the read certificate; with `replaces` it replaces that one, whose systems then use it.
   * @throws AppError `not-found`, `vault-locked`, `vault-not-set-up`
   */
  keep(readId: string, name: string, replaces: string | null): Promise<Certificate>;
  discard(readId: string): void;
  /** Reads and stores a file in one step; returns an already imported certificate unchanged. */
  importFile(file: CertificateFile): Promise<Certificate>;
  close(): void;
}

export function createImporting(deps: {
  readonly collection: Collection;
  readonly readings: ReturnType<typeof createRunningReads>;
  readonly vault: Vault;
  readonly links: PresentingLinks;
  readonly now: () => Date;
}): Importing {
  const { collection, readings, vault, links, now } = deps;
  const pending = createPending();

  /** Recognises the demo's certificates: the demo system's authority issued them. */
  const scopeOf = ({ chain, strays }: FileContents): SecretScope =>
    links.scopeOfIssuedBy([...chain, ...strays].map(({ description }) => description.sha256));

  const preview = (fileName: string, source: FileToRead, contents: FileContents, id?: string) => {
    const again = contents.keys.length > 1 ? source : null;
    return previewOf(contents, {
      readId: pending.add({ fileName, source: again, contents }, id),
      fileName,
      checks: findings(contents, now()),
      duplicateOf: collection.byFingerprint(contents.leaf.description.sha256)?.id ?? null,
      needsVault: !vault.ready(scopeOf(contents)),
    });
  };
  const read: Importing['read'] = async (file, attempt) => {
    const { fileName, bytes, passphrase, secondFile } = file;
    const source: FileToRead = { bytes, passphrase, secondFile: secondFile?.bytes };
    return preview(fileName, source, await readings.read(source, attempt));
  };

  const keep: Importing['keep'] = async (readId, name, replaces) => {
    const { fileName, contents } = pending.get(readId);
    const old = replaces === null ? null : collection.find(replaces);
    const id = old?.id ?? randomUUID();
    const fingerprint = contents.leaf.description.sha256;
    // A copy: the pending file may be forgotten, and wiped, while the vault works.
    const key = Uint8Array.from(contents.key);
    const protection = await vault
      .put(keyName(id, fingerprint), key, scopeOf(contents))
      .finally(() => key.fill(0));
    const kept = await collection.store({
      id,
      name,
      fileName,
      importedAt: now().toISOString(),
      protection,
      leaf: contents.leaf,
      chain: contents.chain,
      others: contents.strays,
      keyType: contents.keyType,
      warnings: contents.warnings,
    });
    if (old !== null && old.leaf.description.sha256 !== fingerprint) {
      await vault.remove(keyName(id, old.leaf.description.sha256));
      collection.forgetReminder(id);
      links.certificateChanged(id);
    }
    pending.forget(readId);
    return kept;
  };

  return {
    read,
    cancelRead: readings.cancel,
    async chooseKey(readId, keyIndex) {
      const { fileName, source, contents } = pending.get(readId);
      if (source === null) throw new AppError('not-found', { details: { name: String(keyIndex) } });
      const chosen = await readings.read({ ...source, keyIndex }, undefined);
      contents.key.fill(0);
      return preview(fileName, source, chosen, readId);
    },
    keep,
    discard: pending.forget,
    async importFile(file) {
      // The read copy is wiped in the end; the original bytes belong to the caller.
      const bytes = Uint8Array.from(file.bytes);
      const result = await read({ ...file, bytes });
      if (result.duplicateOf === null) return keep(result.readId, result.proposedName, null);
      pending.forget(result.readId);
      return collection.show(collection.find(result.duplicateOf));
    },
    close() {
      readings.clear();
      pending.clear();
    },
  };
}
