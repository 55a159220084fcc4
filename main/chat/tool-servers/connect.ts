import { setTimeout as wait } from 'node:timers/promises';
import type { AuthProvider, Transport } from '@modelcontextprotocol/client';
import type { ToolProgress } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Network } from '../../base/network/index.ts';
import { bounds, type Limits } from './bounds.ts';
import { createEnd, type End } from './ended.ts';
import { startGuarded } from './guard.ts';
import { boundedFetch, type Reach } from './http.ts';
import { folderOf } from './identity.ts';
import type { ServerLog } from './log.ts';
import { type Generation, openSession, type Session, type SessionHooks } from './session.ts';
import { type Breach, stdioTransport } from './stdio.ts';
import type { TokensOfService } from './tokens.ts';

/** Time for a program whose pipe is closed to end by itself, ms. */
const endingMs = 500;

/** A running server. */
export interface Connected {
  readonly session: Session;
  readonly pid: number | null;
  /** When it is over, and why if nobody asked for it. */
  readonly ended: End;
  /** Ends it, politely for a moment. */
  close(): Promise<void>;
}

interface Options {
  readonly name: string;
  readonly version: string;
  readonly log: ServerLog;
  readonly known: Generation | null;
  readonly limits: Limits;
  readonly hooks: SessionHooks;
  /** Ends it at once. */
  readonly signal: AbortSignal;
}

/** Variables of this app's environment that programs get. Others may be secrets of something else. */
const inherited = new Set(
  [
    ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'TZ', 'TMPDIR'],
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ...['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
    ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE'],
    ...['SYSTEMROOT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
  ].map((name) => name.toLowerCase()),
);
const isInherited = (name: string): boolean =>
  inherited.has(name.toLowerCase()) || name.startsWith('LC_') || name.startsWith('XDG_');

export function environmentOf(own: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    isInherited(name) && value !== undefined ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), ...own };
}

/** Starts a program and speaks to it. @throws AppError why it does not work */
export async function connectProgram(
  options: Options & {
    readonly file: string;
    readonly arguments: readonly string[];
    readonly folder: string | null;
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<Connected> {
  const { name, log, signal } = options;
  const program = startGuarded({
    file: options.file,
    arguments: options.arguments,
    folder: folderOf(options),
    environment: environmentOf(options.environment),
  });
  log.add('app', `started ${program.pid}`);
  const abort = (): void => program.kill();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  program.errors.on('data', log.lines());
  let breach: AppError | null = null;
  const transport = stdioTransport(
    program,
    (what) => {
      breach = tooMuch(name, what, log);
    },
    (line) => log.add('server', line),
  );
  const ended = program.ended.then((how) => {
    signal.removeEventListener('abort', abort);
    log.add('app', `ended: ${how}`);
    return breach ?? new AppError('tool-server-ended', { details: { name, how } });
  });
  const close = async (): Promise<void> => {
    program.input.end();
    const timer = setTimeout(program.kill, bounds.endMs);
    await ended;
    clearTimeout(timer);
  };
  try {
    const session = await Promise.race([open(transport, options), ended.then(fail)]);
    return { session, pid: program.pid, ended: createEnd(ended), close };
  } catch (cause) {
    // A closed pipe can be seen before the program's end.
    const end =
      cause instanceof AppError ? null : await Promise.race([ended, wait(endingMs, null)]);
    if (end !== null) throw end;
    program.kill();
    throw toAppError(cause, { name, limits: options.limits, takesSignIn: false }, log.mask);
  }
}

/** Speaks to a service. @throws AppError why it does not work */
export async function connectService(
  options: Options & {
    readonly network: Pick<Network, 'stream'>;
    readonly reach: Reach;
    /** Null: its headers authenticate. */
    readonly tokens: TokensOfService | null;
  },
): Promise<Connected> {
  const { name, log, network, reach, tokens } = options;
  let end = (_: AppError): void => undefined;
  const ended = new Promise<AppError>((resolve) => {
    end = resolve;
  });
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const fetch = boundedFetch(network, reach, () => end(tooMuch(name, 'flood', log)));
  const transport = new StreamableHTTPClientTransport(
    reach.url,
    tokens === null ? { fetch } : withTokens(fetch, tokens, end),
  );
  const abort = (): void => end(new AppError('cancelled'));
  options.signal.addEventListener('abort', abort);
  void ended.then(() => {
    options.signal.removeEventListener('abort', abort);
    return transport.close();
  });
  try {
    const session = await Promise.race([open(transport, options), ended.then(fail)]);
    log.add('app', 'connected');
    const close = async (): Promise<void> => {
      await session.close();
      end(new AppError('tool-server-ended', { details: { name, how: 'closed' } }));
    };
    return { session, pid: null, ended: createEnd(ended), close };
  } catch (cause) {
    await transport.close();
    const takesSignIn = tokens !== null;
    throw toAppError(cause, { name, limits: options.limits, takesSignIn }, log.mask);
  }
}

/** @param end called when the user has to sign in */
function withTokens(
  fetch: ReturnType<typeof boundedFetch>,
  { provider, refused }: TokensOfService,
  end: (problem: AppError) => void,
) {
  return {
    fetch: async (to: string | URL, init?: RequestInit): Promise<Response> => {
      const answer = await fetch(to, init);
      const problem = await refused(answer);
      if (problem !== null) end(problem);
      return answer;
    },
    authProvider: {
      ...provider,
      async onUnauthorized(context: Parameters<NonNullable<AuthProvider['onUnauthorized']>>[0]) {
        try {
          await provider.onUnauthorized?.(context);
        } catch (cause) {
          if (cause instanceof AppError) end(cause);
          throw cause;
        }
      },
    },
  };
}

async function open(transport: Transport, { name, log, ...options }: Options): Promise<Session> {
  const session = await openSession({
    ...{ ...options, transport },
    onError: (error) => log.add('app', `${name}: ${error.message}`),
  });
  return withoutSecrets(session, log);
}

/** A server may repeat the values that it was given: none of them gets further than this. */
function withoutSecrets(session: Session, { mask, maskAll }: ServerLog): Session {
  const masked =
    <A extends unknown[], R>(ask: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      try {
        return maskAll(await ask(...given)) as R;
      } catch (cause) {
        if (cause instanceof Error) cause.message = mask(cause.message);
        throw cause;
      }
    };
  return {
    ...session,
    says: mask(session.says),
    listTools: masked(session.listTools),
    listPrompts: masked(session.listPrompts),
    prompt: masked(session.prompt),
    listResources: masked(session.listResources),
    listTemplates: masked(session.listTemplates),
    read: masked(session.read),
    call: masked((name, input, signal, tell) => {
      const shown = ({ text, ...rest }: ToolProgress): void =>
        tell?.({ ...rest, text: mask(text) });
      return session.call(name, input, signal, shown);
    }),
  };
}

const fail = (error: AppError): never => {
  throw error;
};

function tooMuch(name: string, what: Breach, log: ServerLog): AppError {
  log.add('app', `sent too much (${what}), ended`);
  return new AppError('tool-server-flood', { details: { name } });
}

/** How long an answer was waited for: of a list the time for all of its pages, which ends it by a signal. */
function waitedMs(cause: unknown, limits: Limits): number {
  const { data, message } = cause as { readonly data?: unknown; readonly message?: unknown };
  const { timeout } = (data ?? {}) as { readonly timeout?: unknown };
  if (typeof timeout === 'number') return timeout;
  return String(message).startsWith('TimeoutError') ? bounds.listMs : limits.connectMs;
}

/** Returns what went wrong between the app and a server. @param mask takes its secrets out */
export function toAppError(
  cause: unknown,
  server: { readonly name: string; readonly limits: Limits; readonly takesSignIn: boolean },
  mask: ServerLog['mask'],
): AppError {
  const { name, limits, takesSignIn } = server;
  if (cause instanceof AppError) return cause;
  const inner = cause instanceof Error ? cause.cause : undefined;
  if (inner instanceof AppError) return inner;
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  const detail = mask(typeof message === 'string' ? message : String(cause)).slice(0, 300);
  if (code === 'REQUEST_TIMEOUT') {
    const seconds = Math.round(waitedMs(cause, limits) / 1000);
    return new AppError('tool-server-silent', { details: { name, seconds }, retryable: true });
  }
  // A new token was refused too.
  if (code === 'CLIENT_HTTP_AUTHENTICATION' && takesSignIn) {
    return new AppError('tool-server-sign-in', { details: { name }, cause });
  }
  const isRefusal = typeof code === 'number' || String(code).startsWith('CLIENT_HTTP');
  return new AppError(isRefusal ? 'tool-server-refused' : 'tool-server-protocol', {
    ...{ details: { name, detail }, cause },
  });
}
