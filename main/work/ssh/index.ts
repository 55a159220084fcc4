import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Events } from '../../base/events.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { Remote } from '../operations/types.ts';
import type { Target } from './arguments.ts';
import { createQuestions } from './questions.ts';
import { createRemote, type OwnRemote } from './remote.ts';

export interface SshDeps {
  readonly systems: Pick<SystemsReader, 'onChange'>;
  readonly events: Pick<Events, 'on'>;
  readonly policy: Pick<Policy, 'requireOpen'>;
  readonly emit: Emit;
  /** The program with its first arguments; default: the system's own. */
  readonly program?: readonly string[];
}

/** Commands on systems by the system's own `ssh` program, one shared connection for each system. */
export interface Ssh {
  readonly calls: Handlers<'ssh'>;
  to(systemId: string, target: Target): Remote;
  /** Returns whether commands run there without asking the user anything. */
  isOpen(systemId: string): boolean;
  /** The user asks again: after a refusal it connects anew. */
  retry(systemId: string): void;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

/** Windows' own, not one from the folder that the app was started in. */
const ownProgram = (): readonly string[] =>
  process.platform === 'win32'
    ? [`${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\OpenSSH\\ssh.exe`]
    : ['ssh'];

export function createSsh(deps: SshDeps): Ssh {
  const { systems, events, policy } = deps;
  const { ask, calls } = createQuestions(deps.emit);
  const program = deps.program ?? ownProgram();
  const remotes = new Map<string, OwnRemote>();
  const drop = async (systemId: string): Promise<void> => {
    const remote = remotes.get(systemId);
    remotes.delete(systemId);
    await remote?.close();
  };
  const unfollow = [
    events.on((name, payload) => {
      if (name !== 'session.changed') return;
      const { systemId, cause } = payload as { systemId: string; cause: string };
      if (cause === 'signed-out-by-user') void drop(systemId);
    }),
    systems.onChange(({ systems: all }) => {
      for (const systemId of remotes.keys()) {
        const one = all.find(({ id }) => id === systemId)?.computeApi;
        if (one?.family !== 'slurm-ssh') void drop(systemId);
      }
    }),
  ];

  return {
    calls,
    to(systemId, target) {
      const known = remotes.get(systemId);
      if (known?.isTo(target) === true) return known;
      void drop(systemId);
      const remote = createRemote({
        systemId,
        target,
        program,
        ask,
        requireOpen: () => policy.requireOpen('noSsh'),
      });
      remotes.set(systemId, remote);
      return remote;
    },
    isOpen: (systemId) => remotes.get(systemId)?.isOpen() ?? false,
    retry: (systemId) => remotes.get(systemId)?.retry(),
    forget: drop,
    async close() {
      for (const stop of unfollow) stop();
      await Promise.all([...remotes.keys()].map(drop));
    },
  };
}
