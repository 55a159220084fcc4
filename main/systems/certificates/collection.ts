import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import type { System, SystemsState } from '../../../preload/contract/systems/systems.ts';
import type { SettingsFile } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import { findings } from './findings.ts';
import { createReminders } from './reminders.ts';
import { factsOf } from './running-reads.ts';
import {
  deleteCertificate,
  loadCertificates,
  type StoredCertificate,
  saveCertificate,
} from './store.ts';
import { usesOf } from './uses.ts';

/** The systems to which certificates are presented. */
export interface PresentingSystems {
  state(): SystemsState;
  onChange(listener: () => void): () => void;
  save(system: System): Promise<unknown>;
}

/** The imported certificates without their keys, as windows see them. */
export interface Collection {
  all(): readonly Certificate[];
  /** @throws AppError `not-found` */
  find(id: string): StoredCertificate;
  byFingerprint(fingerprint: string): StoredCertificate | undefined;
  show(stored: StoredCertificate): Certificate;
  /** Adds the certificate, or changes the one with its id. */
  store(certificate: StoredCertificate): Promise<Certificate>;
  /** Removes it, also from the systems to which it is presented. */
  drop(id: string): Promise<void>;
  /** Hides the reminder until the next of 30, 7 and 1 days. */
  dismissReminder(id: string): void;
  /** Resets the reminders because another certificate took its place. */
  forgetReminder(id: string): void;
  close(): void;
}

export async function openCollection(deps: {
  readonly database: Database;
  readonly systems: PresentingSystems;
  /** Stores which reminders were dismissed. */
  readonly settings: SettingsFile;
  readonly emit: Emit;
  readonly now: () => Date;
}): Promise<Collection> {
  const { database, systems, emit, now } = deps;
  let certificates = await loadCertificates(database, now().getTime());

  const find = (id: string): StoredCertificate => {
    const found = certificates.find((one) => one.id === id);
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
    others: stored.others.map(factsOf),
    checks: findings(stored, now()),
    uses: usesOf(stored.leaf.description),
    usedBy: systems
      .state()
      .systems.filter(({ certificateId }) => certificateId === stored.id)
      .map(({ id }) => id),
    reminder: reminders.due(stored.id, stored.leaf.description.notAfter, now()),
  });
  const all = (): Certificate[] => certificates.map(show);
  const changed = (): void => emit('certificates.changed', { certificates: all() });
  const stopFollowing = systems.onChange(changed);
  const reminders = createReminders(deps.settings, changed);

  return {
    all,
    find,
    byFingerprint: (fingerprint) =>
      certificates.find((one) => one.leaf.description.sha256 === fingerprint),
    show,
    async store(certificate) {
      await database.run(saveCertificate(certificate));
      certificates = certificates.some(({ id }) => id === certificate.id)
        ? certificates.map((one) => (one.id === certificate.id ? certificate : one))
        : [...certificates, certificate];
      changed();
      return show(certificate);
    },
    async drop(id) {
      for (const system of systems.state().systems) {
        if (system.certificateId === id) await systems.save({ ...system, certificateId: null });
      }
      await database.run(deleteCertificate(id));
      certificates = certificates.filter((one) => one.id !== id);
      reminders.forget(id);
      changed();
    },
    dismissReminder(id) {
      reminders.dismiss(id, find(id).leaf.description.notAfter, now());
      changed();
    },
    forgetReminder: reminders.forget,
    close() {
      stopFollowing();
      reminders.close();
    },
  };
}
