import { ignoring } from '../../../common/ignoring.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { ProgramsState } from '../../../preload/contract/work/programs.ts';
import { inBackground } from '../../base/async/background.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Files, Log } from '../../base/host.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { ComputeApis } from '../apis.ts';
import { listedCalls, tidying } from './call-list.ts';
import { programCallsOf } from './calls.ts';
import { watchEnds } from './ends.ts';
import { createProgramKeys } from './keys.ts';
import { createListener, type ListenProblem } from './listener.ts';
import { createNotes } from './notes.ts';
import { createMissing } from './requests.ts';
import { createServe, type ServeDeps } from './serve.ts';
import { createProgramStore, type ListenerChoice } from './store.ts';

export { listenerRows, programCallRows, programRows } from './store.ts';

export interface ProgramsDeps
  extends Pick<
    ServeDeps,
    | 'genai'
    | 'links'
    | 'access'
    | 'sessions'
    | 'vault'
    | 'network'
    | 'systems'
    | 'machines'
    | 'history'
    | 'conversations'
    | 'jobs'
    | 'ssh'
  > {
  readonly apis: Pick<ComputeApis, 'of' | 'open' | 'retry'>;
  readonly policy: Pick<Policy, 'isLocked' | 'requireOpen'>;
  readonly database: Database;
  readonly files: Files;
  readonly kept: () => Pick<Settings, 'keepChanges'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Other programs that use the systems with the user's identity, which stays here. */
export interface Programs {
  readonly calls: Handlers<'programs'>;
  readonly listCalls: Handlers<'programCalls'>;
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export function createPrograms(deps: ProgramsDeps): Programs {
  const { policy, emit, log, now = () => new Date() } = deps;
  const store = createProgramStore(deps.database);
  const keys = createProgramKeys({ store, now });
  const tidy = tidying(store, deps.kept, now);
  const background = inBackground(log);
  const lacking = createMissing({ now, changed });
  const notes = createNotes({ ...{ store, keys, tidy, background, now }, noted });
  const serve = createServe({
    ...{ ...deps, keys, missing: lacking, ended: notes.add },
    using: (program) => keys.useAt(program, choice?.port ?? null),
  });
  const ends = watchEnds({ all: keys.all, cut: serve.cut, changed, now });
  const listener = createListener(serve.answer);
  let choice: ListenerChoice | null = null;
  let problem: ListenProblem | null = null;
  let closed = false;
  /** One turn at a time: another would leave a listener open. */
  const next = serialQueue();

  const ready = load();
  background('programs.load', ready);

  async function load(): Promise<void> {
    const stored = await store.load();
    keys.load(stored.programs);
    choice = stored.choice;
    if (choice?.on === true && !policy.isLocked('noOtherPrograms')) await listen(choice.port);
    await tidy();
  }

  /** Listens at the port that the programs know; what another holds may have been sent their keys. */
  async function listen(port: number): Promise<void> {
    const got = await listener.open(port);
    problem = typeof got === 'string' ? got : null;
    if (got === 'taken') await keys.endAt(port);
    if (typeof got === 'number') {
      choice = { port: got, on: true };
      await store.choose(choice);
    }
    changed();
  }

  async function stop(): Promise<void> {
    serve.cut(null);
    await listener.close();
    problem = null;
  }

  function state(): ProgramsState {
    return {
      on: choice?.on === true,
      address: choice === null ? null : `http://127.0.0.1:${choice.port}`,
      problem,
      locked: policy.isLocked('noOtherPrograms'),
      programs: keys.shown(),
      requests: [...lacking.all()],
    };
  }

  function changed(): void {
    if (closed) return;
    ends.look();
    emit('programs.changed', state());
  }

  function noted(): void {
    changed();
    if (!closed) emit('programCalls.changed', {});
  }

  return {
    calls: programCallsOf({
      ...{ keys, missing: lacking, policy, ready, state, changed },
      systems: deps.systems,
      cut: serve.cut,
      connect: (systemId) => connect(deps.apis, systemId),
      turn: (on) =>
        next(async () => {
          if (on) policy.requireOpen('noOtherPrograms');
          // a key that was made meanwhile may have been sent there
          if (problem === 'taken' && choice !== null) await keys.endAt(choice.port);
          await stop();
          if (on) await listen(choice?.port ?? 0);
          else if (choice !== null) {
            choice = { ...choice, on: false };
            await store.choose(choice);
          }
        }),
      move: () =>
        next(async () => {
          policy.requireOpen('noOtherPrograms');
          await stop();
          if (choice !== null) await keys.endAt(choice.port);
          await listen(0);
        }),
    }),
    listCalls: listedCalls(store, deps.files, notes.flush),
    async forget(systemId) {
      await ready;
      for (const { id } of keys.all().filter((one) => one.systemId === systemId)) {
        serve.cut(id);
        lacking.dropOf(id);
      }
      keys.forget(systemId);
      await store.forget(systemId);
      changed();
    },
    async close() {
      closed = true;
      await ignoring('it is logged', ready);
      ends.stop();
      await next(stop);
      await serve.close();
      await notes.end();
    },
  };
}

/** Connects to a system by SSH, asking the user: its jobs are listed for that. @throws AppError */
async function connect(apis: ProgramsDeps['apis'], systemId: string): Promise<void> {
  apis.retry(systemId);
  const api = apis.open(systemId);
  const [machine] = await api.machines();
  if (machine !== undefined) await api.jobs?.list({ machine, ended: false });
}
