import { ignoring } from '../../../common/ignoring.ts';
import type { ToolForm } from '../../../preload/contract/chat/tool-forms.ts';
import type { ToolServer } from '../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log } from '../../base/host.ts';
import type { ToolAnswer, ToolContext } from '../tools/index.ts';
import type { Connected } from './connect.ts';
import { type End, orEnd, untilEnd } from './ended.ts';
import { createRunningTools, type FormAnswer } from './forms/waiting.ts';
import type { Identity } from './identity.ts';
import { type Learned, listOffers } from './learn.ts';
import { createServerLog, type ServerLog } from './log.ts';
import { promptText } from './prompts.ts';
import { readResult } from './results/read.ts';
import type { Session, SessionHooks } from './session.ts';

export interface ServerDeps {
  readonly id: string;
  /** @throws AppError `tool-server-not-found` */
  readonly identify: () => Promise<Identity>;
  readonly connect: (
    identity: Identity,
    log: ServerLog,
    hooks: SessionHooks,
    signal: AbortSignal,
  ) => Promise<Connected>;
  /** Asks the user what the server asks for. */
  readonly askUser: (
    form: Omit<ToolForm, 'id' | 'server'>,
    signal: AbortSignal,
  ) => Promise<FormAnswer>;
  /** Whether it runs on this computer. */
  readonly isHere: () => boolean;
  readonly problemOf: (cause: unknown, mask: ServerLog['mask']) => AppError;
  /** Stores what was learned, before anything of it is used. */
  readonly learn: (learned: Learned) => Promise<void>;
  /** Its state is another one. */
  readonly changed: () => void;
  readonly log: Log;
  readonly now: () => Date;
  /** Wait before the next start after so many ends, ms; null: no more. */
  readonly backoff: (failures: number) => number | null;
}

type State = Pick<
  ToolServer,
  'state' | 'problem' | 'retryAt' | 'failures' | 'running' | 'answered'
>;
const idle: State = {
  ...{ state: 'idle', problem: null, retryAt: null, failures: 0, running: null, answered: null },
};

const longestReason = 500;
/** A server that ran for so long did not fail as it started: its earlier ends no longer count. */
const wellAfterMs = 5 * 60_000;

const ranWell = ({ running }: State, at: Date): boolean =>
  running !== null && at.getTime() - Date.parse(running.since) >= wellAfterMs;

/** @throws Error that says to the model why a call failed */
function over({ code }: AppError): never {
  throw new Error(
    code === 'tool-server-flood' ? 'the server sent too much and was ended' : 'the server ended',
  );
}

/** Returns a call's answer. @throws Error for a model: why it failed, or why the server ended */
function answered<T>(call: Promise<T>, ended: End): Promise<T> {
  return orEnd(call, ended).catch((cause: unknown) =>
    cause instanceof AppError ? over(cause) : fail(cause),
  );
}

/** @throws Error with the server's words, bounded */
function fail(cause: unknown): never {
  const words = cause instanceof Error ? cause.message : String(cause);
  throw new Error(words.slice(0, longestReason), { cause });
}

/** Closes what is connected if what follows fails. */
async function orClosed<T>(connected: Connected, next: Promise<T>): Promise<T> {
  try {
    return await next;
  } catch (cause) {
    await connected.close();
    throw cause;
  }
}

/** One server's life. */
export interface Server {
  readonly log: ServerLog;
  state(): State;
  /** Starts it if it does not run. @throws AppError */
  start(): Promise<Connected>;
  /** Starts it if needed, and calls a tool. @param isSame asked before each sending, as it may change meanwhile: whether the tool is what was allowed */
  call(
    tool: string,
    input: Record<string, unknown>,
    context: Pick<ToolContext, 'conversationId' | 'signal' | 'tell'>,
    isSame: () => boolean,
  ): Promise<ToolAnswer>;
  /** Returns the text of a prompt. @throws Error if it does not run, or of the server */
  prompt(name: string, values: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server if needed, and asks it. @throws AppError; Error of the server */
export async function askServer<T>(
  server: Pick<Server, 'start'>,
  ask: (session: Session) => Promise<T>,
): Promise<T> {
  const { session, ended } = await server.start();
  return orEnd(ask(session), ended);
}

/** Duration of an answer; none where the user was asked meanwhile, whose time says nothing of the server. */
const timeSince = (began: number, isItsOwn: boolean): Partial<Pick<State, 'answered'>> =>
  isItsOwn ? { answered: Math.round(performance.now() - began) } : {};

export function createServer(deps: ServerDeps): Server {
  const { changed, now } = deps;
  const log = createServerLog(now);
  const tools = createRunningTools(log, deps.askUser, deps.isHere);
  let state = idle;
  let running: Promise<Connected> | null = null;
  let retry: NodeJS.Timeout | undefined;
  /** Counts starts and stops: what belongs to an earlier one is ignored. */
  let era = 0;
  let abort = new AbortController();

  const set = (next: Partial<State>): void => {
    state = { ...state, ...next };
    changed();
  };

  async function begin(mine: number): Promise<Connected> {
    clearTimeout(retry);
    set({ state: 'starting', problem: null, retryAt: null });
    try {
      const identity = await deps.identify();
      const hooks = { onToolsChanged: () => void refresh(identity, mine), onForm: tools.fillIn };
      const connected = await deps.connect(identity, log, hooks, abort.signal);
      if (mine !== era) {
        await connected.close();
        throw new AppError('cancelled');
      }
      const { pid, session } = connected;
      const listed = listOffers(identity, session, log, deps.learn);
      const prompts = await orClosed(connected, listed);
      const { protocol, says } = session;
      const since = now().toISOString();
      set({ state: 'running', running: { since, pid, protocol, says, prompts } });
      connected.ended.when((problem) => failed(problem, mine));
      return connected;
    } catch (cause) {
      const problem = deps.problemOf(cause, log.mask);
      failed(problem, mine);
      throw problem;
    }
  }

  async function refresh(identity: Identity, mine: number): Promise<void> {
    try {
      const connected = await running;
      if (connected === null || mine !== era) return;
      const prompts = await listOffers(identity, connected.session, log, deps.learn);
      if (mine === era && state.running !== null) set({ running: { ...state.running, prompts } });
    } catch (cause) {
      log.add('app', `tools not listed: ${cause instanceof Error ? cause.message : cause}`);
    }
  }

  function failed(problem: AppError, mine: number): void {
    if (mine !== era) return;
    running = null;
    const failures = ranWell(state, now()) ? 1 : state.failures + 1;
    const wait = problem.code === 'tool-server-ended' ? deps.backoff(failures) : null;
    deps.log.info('tool-server-failed', { code: problem.code, failures });
    const retryAt = wait === null ? null : new Date(now().getTime() + wait).toISOString();
    set({
      ...{ state: wait === null ? 'failed' : 'retry', running: null },
      ...{ problem: problem.toData(), failures, retryAt },
    });
    if (wait === null) return;
    retry = setTimeout(() => void ignoring('its state says why', start()), wait);
    retry.unref();
  }

  function start(): Promise<Connected> {
    running ??= begin(era);
    return running;
  }

  return {
    log,
    state: () => state,
    start,

    async call(tool, input, { conversationId, signal, tell }, isSame) {
      const { session, ended } = await start();
      const began = performance.now();
      const asked = tools.asked();
      const until = untilEnd(signal, ended);
      try {
        const result = await tools.during({ conversationId, tool, signal: until.signal }, () => {
          if (!isSame()) throw new Error(`${tool} changed since it was allowed, and was not run`);
          return answered(session.call(tool, input, signal, tell), ended);
        });
        set({ ...timeSince(began, tools.asked() === asked), failures: 0 });
        return readResult(result, tool, deps.id);
      } finally {
        until.forget();
        log.add('app', `${tool} ${Math.round(performance.now() - began)} ms`);
      }
    },

    async prompt(name, values) {
      if (running === null) throw new AppError('not-found', { details: { what: 'prompt' } });
      const { session, ended } = await running;
      return promptText(await answered(session.prompt(name, values), ended));
    },

    async stop() {
      era += 1;
      clearTimeout(retry);
      const last = state.state === 'starting' ? null : running;
      const starting = running;
      if (last === null) abort.abort();
      abort = new AbortController();
      running = null;
      state = idle;
      changed();
      const closed = async (): Promise<void> => {
        await (await last)?.close();
        await starting;
      };
      await ignoring('it did not run, and its state said why', closed());
    },
  };
}
