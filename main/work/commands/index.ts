import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { CallInput, Emit, Handlers } from '../../../preload/contract/index.ts';
import {
  type CommandRun,
  type CommandsState,
  longestCommandOutput,
} from '../../../preload/contract/work/remote-commands.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { ComputeApis } from '../apis.ts';

/** Runs that are remembered of one system. */
const mostRuns = 20;

export interface RemoteCommands {
  readonly calls: Handlers<'remoteCommands'>;
  /** Ends what runs, and forgets a system's commands. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

/** What is known of one system's commands. */
interface Entry {
  runs: readonly CommandRun[];
  readonly ended: AbortController;
  /** The command that runs, and what ends waiting for it. */
  running: { readonly id: string; readonly left: AbortController } | null;
}

/** Commands of the user where an API runs them, one at a time; their history lasts until the app closes. */
export function createRemoteCommands(deps: {
  readonly apis: Pick<ComputeApis, 'of' | 'open'>;
  readonly policy: Pick<Policy, 'isLocked' | 'requireOpen'>;
  readonly emit: Emit;
  readonly now?: () => number;
}): RemoteCommands {
  const { apis, policy, emit, now = Date.now } = deps;
  const entries = new Map<string, Entry>();

  const entryOf = (systemId: string): Entry => {
    const entry = entries.get(systemId) ?? {
      ...{ runs: [], ended: new AbortController(), running: null },
    };
    entries.set(systemId, entry);
    return entry;
  };
  const stateOf = (systemId: string): CommandsState => ({
    systemId,
    offered: (apis.of(systemId)?.run ?? null) !== null,
    locked: policy.isLocked('noCommands'),
    runs: [...(entries.get(systemId)?.runs ?? [])],
  });
  const set = (systemId: string, entry: Entry, runs: readonly CommandRun[]): void => {
    entry.runs = runs.slice(0, mostRuns);
    if (!entry.ended.signal.aborted) emit('remoteCommands.changed', stateOf(systemId));
  };

  async function run(asked: CallInput<'remoteCommands.run'>): Promise<void> {
    const { systemId, id, machine, command } = asked;
    policy.requireOpen('noCommands');
    const api = apis.open(systemId);
    if (api.run === null) throw new AppError('not-found', { details: { what: 'commands' } });
    const entry = entryOf(systemId);
    if (entry.runs.some((one) => one.id === id)) return;
    if (entry.runs.some(({ state }) => state === 'running')) throw new AppError('command-running');
    const begun: CommandRun = {
      ...{ id, machine, command, state: 'running', startedAt: now(), endedAt: null },
      ...{ output: '', errors: '', isCut: false, problem: null },
    };
    set(systemId, entry, [begun, ...entry.runs]);
    const left = new AbortController();
    entry.running = { id, left };
    let end: Partial<CommandRun>;
    try {
      const signal = AbortSignal.any([entry.ended.signal, left.signal]);
      const { succeeded, output, errors } = await api.run(machine, command, signal);
      end = {
        state: succeeded ? 'done' : 'failed',
        output: endOf(output),
        errors: endOf(errors),
        isCut: Math.max(output.length, errors.length) > longestCommandOutput,
      };
    } catch (cause) {
      const problem = problemOf(cause);
      end = left.signal.aborted
        ? { state: 'left' }
        : { state: isRefusal(problem) ? 'refused' : 'unanswered', problem };
    }
    entry.running = null;
    const after = { ...begun, ...end, endedAt: now() };
    set(
      systemId,
      entry,
      entry.runs.map((one) => (one.id === id ? after : one)),
    );
  }

  async function forget(systemId: string): Promise<void> {
    entries.get(systemId)?.ended.abort();
    entries.delete(systemId);
  }

  return {
    calls: {
      snapshot: async ({ systemId }) => stateOf(systemId),
      run,
      async leave({ systemId, id }) {
        const { running } = entryOf(systemId);
        if (running?.id === id) running.left.abort();
      },
      async clear({ systemId }) {
        const entry = entryOf(systemId);
        set(
          systemId,
          entry,
          entry.runs.filter(({ state }) => state === 'running'),
        );
      },
    },
    forget,
    async close() {
      for (const systemId of [...entries.keys()]) await forget(systemId);
    },
  };
}

/** The end of a text, without half of a character. */
function endOf(text: string): string {
  const end = text.slice(-longestCommandOutput);
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}

function problemOf(cause: unknown): AppErrorData {
  if (cause instanceof AppError) return cause.toData();
  throw cause;
}

/** Answers that say that nothing ran, and failures before anything was sent; after any other it may have run. */
function isRefusal({ code, details: { status } }: AppErrorData): boolean {
  if (code === 'http-status') return typeof status === 'number' && status < 500;
  return /^(?:http-(?:unauthorized|forbidden|not-found|rate-limited)|session-|vault-|certificate-|tls-|network-(?:name-not-found|refused|offline|unreachable|proxy))/.test(
    code,
  );
}
