import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { System, SystemsState } from '../../preload/contract/systems.ts';
import type { Log } from '../host.ts';
import type { Network } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { SystemsReader } from '../systems/types.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import type { WebApiAccess } from './request.ts';
import { createMachineStore } from './store.ts';

export { callWebApi, type WebApiAccess } from './request.ts';

export interface MachinesDeps {
  readonly systems: SystemsReader;
  /** How the Web API of a system is called now. @throws AppError, for example `vault-locked` */
  readonly access: (systemId: string) => Promise<WebApiAccess>;
  readonly network: Network;
  readonly database: Database;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  /** In [0, 1): the jitter of the back-off. */
  readonly random?: () => number;
}

export interface Machines {
  readonly calls: Handlers<'machines'>;
  /** To be called when `access` may answer otherwise (vault unlocked or locked, certificate replaced). */
  accessChanged(): void;
  close(): Promise<void>;
}

/** Machine states of the systems; the selected one is checked by timer, any other on demand. */
export function createMachines(deps: MachinesDeps): Machines {
  const store = createMachineStore(deps.database);
  const monitors = new Map<string, { readonly monitor: Monitor; system: System }>();
  let closed = false;

  function monitorOf(systemId: string): Monitor {
    const system = deps.systems.get(systemId);
    const known = monitors.get(systemId);
    if (known !== undefined) return known.monitor;
    const monitor = createMonitor({
      systemId,
      store,
      access: deps.access,
      network: deps.network,
      log: deps.log,
      changed: (state) => deps.emit('machines.changed', state),
      now: deps.now ?? (() => new Date()),
      random: deps.random ?? Math.random,
    });
    monitors.set(systemId, { monitor, system });
    return monitor;
  }

  function follow(state: SystemsState): void {
    if (closed) return;
    for (const [id, entry] of monitors) {
      const system = state.systems.find((candidate) => candidate.id === id);
      if (system === undefined) {
        monitors.delete(id);
        settle('machines.close', entry.monitor.close());
        continue;
      }
      const before = entry.system;
      entry.system = system;
      if (id !== state.selectedId) entry.monitor.watch(false);
      if (accessKey(before) !== accessKey(system)) {
        // Machines of another address are not this system's; only the demo changes its at every start.
        const moved = before.webApiUrl !== system.webApiUrl && system.kind !== 'demo';
        settle('machines.reset', entry.monitor.reset(moved));
      }
    }
    if (state.selectedId !== null) monitorOf(state.selectedId).watch(true);
  }

  function settle(event: string, work: Promise<void>): void {
    work.catch((cause: unknown) => deps.log.error(event, cause));
  }

  const unfollow = deps.systems.onChange(follow);
  follow(deps.systems.state());

  return {
    calls: {
      snapshot: async ({ systemId }) => monitorOf(systemId).snapshot(),
      refresh: async ({ systemId }) => monitorOf(systemId).check(true),
    },
    accessChanged() {
      const { selectedId } = deps.systems.state();
      const entry = selectedId === null ? undefined : monitors.get(selectedId);
      if (entry !== undefined && !closed) settle('machines.reset', entry.monitor.reset(false));
    },
    async close() {
      closed = true;
      unfollow();
      await Promise.all([...monitors.values()].map(({ monitor }) => monitor.close()));
    },
  };
}

function accessKey(system: System): string {
  const { webApiUrl, certificateId, route, authorities } = system;
  return JSON.stringify([
    webApiUrl,
    certificateId,
    route,
    authorities.map((one) => one.fingerprint),
  ]);
}
