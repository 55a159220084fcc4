import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Files, SettingsFile } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/index.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import { certificateCalls } from './calls.ts';
import { openCollection, type PresentingSystems } from './collection.ts';
import { createImporting, type PresentingLinks } from './import.ts';
import { createPrivateKeys } from './keys.ts';
import { type CertificateOperations, certificateOperations } from './operations.ts';
import { createReaderWorker } from './reader-worker.ts';
import { createRunningReads } from './running-reads.ts';
import type { CertificateMethods } from './worker-methods.ts';

export { certificateRows } from './store.ts';

export interface Certificates extends CertificateOperations {
  readonly calls: Handlers<'certificates'>;
  close(): Promise<void>;
}

/** Imported certificates: their keys in the vault, everything else in the database. */
export async function createCertificates(options: {
  database: Database;
  vault: Vault;
  systems: PresentingSystems;
  links: PresentingLinks;
  startWorker: () => WorkerClient<CertificateMethods>;
  files: Files;
  /** Stores which reminders were dismissed. */
  settings: SettingsFile;
  emit: Emit;
  now?: () => Date;
}): Promise<Certificates> {
  const { vault, links, files, emit, now = () => new Date() } = options;
  const worker = createReaderWorker(options.startWorker);
  const collection = await openCollection({ ...options, now });
  const readings = createRunningReads(worker, emit, now);
  const importing = createImporting({ collection, readings, vault, links, now });
  const keys = createPrivateKeys({ collection, vault, worker });
  const operations = certificateOperations(collection, importing, keys);

  return {
    ...operations,
    calls: certificateCalls(operations, files),
    async close() {
      collection.close();
      importing.close();
      await worker.stop();
    },
  };
}
