import { isDeepStrictEqual } from 'node:util';
import type { Portal } from '../../../preload/contract/chat/genai.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Log, Workers } from '../../base/host.ts';
import type { Brought } from '../../systems/links/index.ts';
import type { Systems } from '../../systems/list/index.ts';
import type { DemoInfo } from '../types.ts';
import { createDemoLauncher } from './launcher.ts';
import { demoBrings, demoCertificateFile, demoSystem, demoSystemId, isOfDemo } from './system.ts';

export { demoPast } from './past.ts';
export { demoBrings } from './system.ts';

export interface DemoDeps {
  readonly workers: Workers;
  readonly dataFolder: string;
  readonly systems: Systems;
  readonly certificates: {
    importFile(file: {
      fileName: string;
      bytes: Uint8Array;
      passphrase: string;
    }): Promise<{ id: string }>;
  };
  readonly genai: {
    addKey(systemId: string, name: string, key: string): Promise<unknown>;
    portalOf(systemId: string): Portal;
    setPortal(systemId: string, portal: Portal): Promise<void>;
  };
  readonly log: Log;
}

/** The embedded compute system, as one of the user's systems. */
export interface Demo {
  readonly calls: Pick<Handlers<'systems'>, 'openDemo'>;
  /**
   * Makes it usable: starts it, brings its system up to date with the addresses that it has now and, the
   * first time, imports its certificate and its API key. One attempt at a time.
   * @throws AppError `demo-not-running`
   */
  prepare(): Promise<System>;
  /** The same, and puts it on screen. */
  open(): Promise<System>;
  /** At the app's start: opens it where that is wished, and prepares it where it is on screen. */
  resume(wished: boolean): void;
  /** What of it the user need not enter. @throws AppError `demo-not-running` */
  brings(): Promise<Brought>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createDemo(deps: DemoDeps): Demo {
  const { systems, certificates, genai, log } = deps;
  const launcher = createDemoLauncher(deps);
  const background = inBackground(log);
  let preparing: Promise<System> | null = null;

  const bringUpToDate = async (): Promise<System> => {
    const info = await launcher.start();
    const system = await kept(info);
    await leadToPortal(system.id, info.portalKeysUrl);
    return system;
  };
  /** Another address is the user's own, and stays. */
  const leadToPortal = async (systemId: string, keysUrl: string): Promise<void> => {
    const portal = genai.portalOf(systemId);
    if (portal.keysUrl === keysUrl) return;
    const ours = portal.keysUrl === null || isOfDemo(portal.keysUrl);
    if (ours) await genai.setPortal(systemId, { ...portal, keysUrl });
  };
  const kept = async (info: DemoInfo): Promise<System> => {
    const earlier = systems.state().systems.find(({ id }) => id === demoSystemId);
    const present = demoSystem(info, earlier);
    // Every access to the demo comes by here; only a change may be told to those who then access it.
    if (isDeepStrictEqual(present, earlier)) return present;
    const system = await systems.save(present);
    if (earlier !== undefined) return system;
    try {
      const certificate = await certificates.importFile(await demoCertificateFile(info));
      await genai.addKey(system.id, info.apiKeyProject, info.apiKey);
      return await systems.save({ ...systems.get(system.id), certificateId: certificate.id });
    } catch (cause) {
      // Half a demo would be taken for an old one at the next try.
      await systems.remove(system.id);
      throw cause;
    }
  };
  const prepare = (): Promise<System> => {
    preparing ??= bringUpToDate().finally(() => {
      preparing = null;
    });
    return preparing;
  };
  const open = async (): Promise<System> => {
    const system = await prepare();
    systems.select(system.id);
    return system;
  };

  return {
    calls: { openDemo: open },
    prepare,
    open,
    resume(wished) {
      if (wished) background('demo-start-failed', open());
      else if (systems.state().selectedId === demoSystemId) {
        background('demo-start-failed', prepare());
      }
    },
    brings: async () => demoBrings(await launcher.start()),
    async forget(systemId) {
      if (systemId === demoSystemId) await launcher.close();
    },
    close: launcher.close,
  };
}
