import { isDeepStrictEqual } from 'node:util';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Log, Workers } from '../../base/host.ts';
import type { ProvidedSettings } from '../../systems/links/index.ts';
import { demoSystemId, type Systems } from '../../systems/list/index.ts';
import type { DemoInfo } from '../types.ts';
import { createDemoLauncher } from './launcher.ts';
import { demoProvidedSettings, demoSystem } from './system.ts';

export { followDemo } from './credentials.ts';
export { demoProvidedSettings } from './system.ts';

export interface DemoDeps {
  readonly workers: Workers;
  readonly dataFolder: string;
  readonly systems: Systems;
  readonly log: Log;
}

/** The embedded compute system, as one of the user's systems. */
export interface Demo {
  readonly calls: Pick<Handlers<'systems'>, 'openDemo'>;
  /**
   * Makes it usable: starts it, brings its system up to date with the addresses that it has now, and calls the
   * listeners of `onStart`. One attempt at a time.
   * @throws AppError `demo-not-running`
   */
  prepare(): Promise<System>;
  /** Calls `listener` whenever it is made usable; where that fails the first time, the system is removed again. */
  onStart(listener: (info: DemoInfo, isNew: boolean) => Promise<void>): void;
  /** Does the same, and shows it. */
  open(): Promise<System>;
  /** At the app's start: opens it if `wished`, and prepares it if it is on screen. */
  resume(wished: boolean): void;
  /** Returns what the user need not enter. @throws AppError `demo-not-running` */
  brings(): Promise<ProvidedSettings>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createDemo(deps: DemoDeps): Demo {
  const { systems, log } = deps;
  const launcher = createDemoLauncher(deps);
  const background = inBackground(log);
  const listeners: ((info: DemoInfo, isNew: boolean) => Promise<void>)[] = [];
  let preparing: Promise<System> | null = null;

  const bringUpToDate = async (): Promise<System> => {
    const info = await launcher.start();
    const earlier = systems.state().systems.find(({ id }) => id === demoSystemId);
    const present = demoSystem(info, earlier);
    // Runs for every access to the demo; only a change may cause an event, because listeners then access it.
    if (!isDeepStrictEqual(present, earlier)) await systems.save(present);
    try {
      for (const listener of listeners) await listener(info, earlier === undefined);
    } catch (cause) {
      // An incomplete demo would be treated as an old one at the next try.
      if (earlier === undefined) await systems.remove(demoSystemId);
      throw cause;
    }
    return systems.get(demoSystemId);
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
    onStart: (listener) => void listeners.push(listener),
    resume(wished) {
      if (wished) background('demo-start-failed', open());
      else if (systems.state().selectedId === demoSystemId) {
        background('demo-start-failed', prepare());
      }
    },
    brings: async () => demoProvidedSettings(await launcher.start()),
    async forget(systemId) {
      if (systemId === demoSystemId) await launcher.close();
    },
    close: launcher.close,
  };
}
