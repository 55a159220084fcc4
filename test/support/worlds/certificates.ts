import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Keychain, SettingsFile } from '../../../main/base/host.ts';
import { createVault } from '../../../main/base/storage/vault/index.ts';
import { connectWorker } from '../../../main/base/workers/connect.ts';
import { startProcess } from '../../../main/hosts/workers/process.ts';
import { type Certificates, createCertificates } from '../../../main/systems/certificates/index.ts';
import type { CertificateMethods } from '../../../main/systems/certificates/worker-methods.ts';
import { createSystems } from '../../../main/systems/list/index.ts';
import { contract } from '../../../preload/contract/index.ts';
import { testFolder } from '../files/folder.ts';
import { behindTheDoor } from './door.ts';
import { testLinks } from './links.ts';
import { testNetwork } from './network.ts';
import { startTestStorage } from './storage.ts';
import { smallestCost } from './vault.ts';
import { recordEvents, recordLog } from './world.ts';

const workerProgram = fileURLToPath(
  new URL('../../../main/systems/certificates/worker.ts', import.meta.url),
);

export const sender = { id: 'window-1' };

/** A keychain that works, with a key of its own. */
function testKeychain(): Keychain {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  const run = (way: typeof createCipheriv | typeof createDecipheriv, bytes: Uint8Array) => {
    const cipher = way('aes-256-cbc', key, iv);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  };
  return {
    state: async () => ({ available: true }),
    seal: async (plain) => run(createCipheriv, plain),
    unseal: async (sealed) => ({ plain: run(createDecipheriv, sealed), by: 'current' }),
  };
}

function testSettings(): SettingsFile {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

/** The domain with its real worker, database, vault and systems, on a folder of its own. */
export async function certificatesWorld() {
  const folder = testFolder();
  const database = await startTestStorage(folder);
  const events = recordEvents();
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  const { emit } = events;
  const settings = testSettings();
  const vault = await createVault({
    ...{ folder, keychain: testKeychain(), database, emit },
    cost: smallestCost,
  });
  const systems = await createSystems({
    database,
    settings,
    emit,
  });
  const links = testLinks(systems, { vault });
  const saved: { name: string; bytes: Uint8Array; secret: boolean }[] = [];
  const workers: { readonly ended: Promise<string> }[] = [];
  let now = new Date('2026-03-04T05:06:07.000Z');

  const open = async (): Promise<Certificates> => {
    const started = await createCertificates({
      database,
      vault,
      systems,
      links,
      startWorker() {
        const port = startProcess(workerProgram, process.execPath);
        let end = (_reason: string): void => undefined;
        workers.push({ ended: new Promise((resolve) => (end = resolve)) });
        return connectWorker<CertificateMethods>({
          ...port,
          onExit: (listener) =>
            port.onExit((reason) => {
              end(reason);
              listener(reason);
            }),
        });
      },
      files: {
        async save(file) {
          saved.push(file);
          return { kind: 'saved', path: `/saved/${file.name}` };
        },
      },
      settings,
      emit,
      now: () => now,
    });
    return behindTheDoor('certificates', started, recordLog());
  };
  let certificates = await open();
  onTestFinished(async () => {
    await certificates.close();
    await network.close();
    await database.close();
  });

  return {
    folder,
    database,
    events,
    network,
    systems,
    vault,
    saved,
    /** Every worker that was started, with the reason of its end. */
    workers,
    get calls() {
      return certificates.calls;
    },
    get certificates() {
      return certificates;
    },
    at(time: Date) {
      now = time;
    },
    /** As after a restart of the app. */
    async reopen() {
      await certificates.close();
      certificates = await open();
    },
    /** Reads as a window would, and checks the answer against the contract. */
    async read(
      bytes: Uint8Array,
      passphrase: string | null,
      more: { secondFile?: Uint8Array; attempt?: string; fileName?: string } = {},
    ) {
      const { secondFile, attempt, fileName = 'file.p12' } = more;
      const answer = await certificates.calls.read(
        {
          fileName,
          bytes: Uint8Array.from(bytes),
          passphrase,
          ...(attempt === undefined ? {} : { attempt }),
          ...(secondFile === undefined
            ? {}
            : { secondFile: { fileName: 'second', bytes: Uint8Array.from(secondFile) } }),
        },
        sender,
      );
      return contract.certificates.read.output.parse(answer);
    },
    async keep(bytes: Uint8Array, passphrase: string | null, name = 'Mine', replaces?: string) {
      const { readId } = await this.read(bytes, passphrase);
      return certificates.calls.keep({ readId, name, replaces: replaces ?? null }, sender);
    },
    /** All that is imported, as a window sees it. */
    async list() {
      const snapshot = await certificates.calls.snapshot(undefined, sender);
      return contract.certificates.snapshot.output.parse(snapshot).certificates;
    },
  };
}
export type CertificatesWorld = Awaited<ReturnType<typeof certificatesWorld>>;
