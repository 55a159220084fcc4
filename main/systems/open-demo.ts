import { isDeepStrictEqual } from 'node:util';
import type { System } from '../../preload/contract/systems.ts';
import { type DemoLauncher, demoCertificateFile, demoSystem, demoSystemId } from './demo.ts';
import type { Systems } from './types.ts';

/**
 * Makes the demo usable: starts it, brings its system up to date with the addresses that it has now and,
 * the first time, imports its certificate and its API key. One attempt at a time.
 */
export function createDemoOpener(options: {
  demo: DemoLauncher;
  systems: () => Systems;
  importCertificate: (file: {
    fileName: string;
    bytes: Uint8Array;
    passphrase: string;
  }) => Promise<{ id: string }>;
  addApiKey: (systemId: string, name: string, key: string) => Promise<unknown>;
}): () => Promise<System> {
  const { demo, systems, importCertificate, addApiKey } = options;
  let opening: Promise<System> | null = null;

  const open = async (): Promise<System> => {
    const info = await demo.start();
    const earlier = systems()
      .state()
      .systems.find(({ id }) => id === demoSystemId);
    const opened = demoSystem(info, earlier);
    // Every access to the demo comes by here; only a change may be told to those who then access it.
    if (isDeepStrictEqual(opened, earlier)) return opened;
    const system = await systems().save(opened);
    if (earlier !== undefined) return system;
    try {
      const certificate = await importCertificate(await demoCertificateFile(info));
      await addApiKey(system.id, info.apiKeyProject, info.apiKey);
      return await systems().save({ ...systems().get(system.id), certificateId: certificate.id });
    } catch (cause) {
      // Half a demo would be taken for an old one at the next try.
      await systems().remove(system.id);
      throw cause;
    }
  };

  return () => {
    opening ??= open().finally(() => {
      opening = null;
    });
    return opening;
  };
}
