import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProgramPath } from '../../../preload/contract/work/programs.ts';
import type { Log } from '../../base/host.ts';
import { createBodies } from './exchange.ts';
import { requireOwner } from './guard.ts';
import type { ProgramKeys } from './keys.ts';
import type { Answer } from './listener.ts';
import { createMcp, type McpDeps } from './mcp.ts';
import { readMessage } from './mcp-message.ts';
import { passModelCall } from './models.ts';
import type { NotedCall } from './notes.ts';
import { bodyOf, keyEnded, missing, Refused, toRefused } from './refusal.ts';
import type { Missing } from './requests.ts';
import { createRunning } from './running.ts';
import type { StoredProgram } from './store.ts';
import { passWebApiCall, requireSession, type WebApiDeps } from './web-api.ts';

export interface ServeDeps
  extends WebApiDeps,
    Pick<
      McpDeps,
      'systems' | 'machines' | 'history' | 'apis' | 'genai' | 'conversations' | 'jobs' | 'ssh'
    > {
  readonly keys: ProgramKeys;
  readonly missing: Missing;
  /** Called before a call is passed on. */
  readonly using: (program: StoredProgram) => Promise<void>;
  /** Called with each call of a program when it has ended. */
  readonly ended: (program: StoredProgram, call: NotedCall) => void;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Characters of a call's path that are written down. */
const longestNoted = 200;
/** Headers of a program's request that reach the Web API. */
const passedOn = ['accept', 'accept-language', 'content-type', 'if-match', 'if-none-match'];

/** Answers the calls of other programs. */
export function createServe(deps: ServeDeps) {
  const { keys, log } = deps;
  const running = createRunning();
  const bodies = createBodies();
  const mcp = createMcp({
    ...deps,
    find: keys.find,
    requireReady: (systemId) => requireSession(deps, systemId),
    proved,
  });
  let strangers = 0;

  /** Counts calls without a key, and logs some of them: endless ones do not fill the log. */
  function noteStranger(code: string): void {
    strangers += 1;
    if (/^10*$/.test(String(strangers))) log.info('programs-refused', { code, count: strangers });
  }

  /** @throws Refused */
  function requireValid(program: StoredProgram): void {
    const end = keys.endOf(program);
    if (end !== null) throw keyEnded(end);
  }

  /** What the user had to do before such a call is done. */
  function proved({ id }: StoredProgram, what: 'service' | 'session' | 'ssh' | null): void {
    deps.missing.settle(id, [
      ...(deps.vault.state().state === 'ready' ? (['unlock', 'keychain'] as const) : []),
      ...(what === 'service' ? (['api-key'] as const) : []),
      ...(what === 'session' ? (['sign-in'] as const) : []),
      ...(what === 'ssh' ? (['ssh'] as const) : []),
    ]);
  }

  /** Returns the status that the program got, and what a tool was refused for. @throws Refused, AppError */
  async function pass(
    program: StoredProgram,
    request: IncomingMessage,
    response: ServerResponse,
    abort: AbortController,
    noted: (call: string) => void,
  ): Promise<Refused | number> {
    const { signal } = abort;
    const { method = '', url = '' } = request;
    const [path, rest] = splitPath(url);
    if (!program.paths.includes(path)) throw missing('path', path);
    const body = await bodies.read(request);
    // What the key may do can have changed while the body came.
    const now = keys.find(program.id);
    if (now === undefined) throw keyEnded('revoked');
    requireValid(now);
    if (!now.paths.includes(path)) throw missing('path', path);
    await deps.using(now);
    if (path === 'mcp') {
      const message = readMessage(body);
      noted(message.call);
      if (message.reportedName !== null) keys.report(now.id, message.reportedName);
      if (message.isSubscription) running.take(abort, now.id, 'subscription');
      const { headers } = request;
      const { tool } = message;
      return mcp.handle({ program: now, method, headers, body, tool, response, signal });
    }
    const status = await (path === 'v1'
      ? passModelCall(deps.genai, { program: now, method, path: rest, body, response, signal })
      : passWebApiCall(deps, {
          ...{ program: now, method, path: rest, headers: headersOf(request), body },
          ...{ response, signal },
        }));
    const isRefused = status === 401 || status === 403;
    proved(now, isRefused ? null : path === 'v1' ? 'service' : 'session');
    return status;
  }

  async function answer(...[request, response, trust]: Parameters<Answer>): Promise<void> {
    let program: StoredProgram | null = null;
    const abort = new AbortController();
    let call = callOf(request);
    try {
      program = requireOwner(request.headers, keys.owner);
      requireValid(program);
      // A model may think for minutes before the first byte.
      trust();
      running.take(abort, program.id, 'call');
      response.once('close', () => abort.abort());
      const got = await pass(program, request, response, abort, (tool) => {
        call = `${call} ${tool}`;
      });
      if (typeof got === 'number') deps.ended(program, { call, outcome: 'answered', status: got });
      else deps.ended(program, { call, ...outcomeOf(got) });
    } catch (cause) {
      const refused = toRefused(cause);
      // What ends with its key, or with the program, is no failure of the app.
      if (refused.code === 'internal' && !abort.signal.aborted) log.error('program-call', cause);
      if (program === null) noteStranger(refused.code);
      else {
        const { missing: lacks, status } = refused;
        if (lacks !== null) deps.missing.note(program.id, lacks.kind, lacks.what);
        const isCut = response.headersSent || abort.signal.aborted;
        deps.ended(program, { call, ...(isCut ? { outcome: 'cut', status } : outcomeOf(refused)) });
      }
      refuse(request, response, refused);
    } finally {
      running.release(abort);
      bodies.release(request);
    }
  }

  return {
    answer: ((request, response, trust) => {
      answer(request, response, trust).catch((cause: unknown) => {
        log.error('program-call', cause);
        response.destroy();
      });
    }) satisfies Answer,
    close: mcp.close,
    cut: running.cut,
  };
}

const outcomeOf = ({ missing: lacks, code, status }: Refused) => ({
  outcome: lacks === null && code !== 'unknown-tool' ? ('failed' as const) : ('refused' as const),
  status,
});

function refuse(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = bodyOf(refused);
  response.writeHead(refused.status, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    ...(refused.status === 401 && { 'www-authenticate': 'Bearer' }),
    ...((refused.status === 429 || refused.status === 503) && { 'retry-after': '1' }),
    ...(!request.complete && { connection: 'close' }),
  });
  if (request.complete) {
    response.end(body);
    return;
  }
  // Whoever still sends sees the answer only if nothing is cut meanwhile; the server limits the time.
  response.write(body);
  request.once('close', () => response.end());
  request.resume();
}

/** @throws Refused */
function splitPath(url: string): [ProgramPath, string] {
  if (/^\/mcp(\?|$)/.test(url)) return ['mcp', ''];
  for (const path of ['v1', 'web-api'] as const) {
    if (!url.startsWith(`/${path}/`)) continue;
    const rest = url.slice(path.length + 1);
    return [path, path === 'v1' ? (rest.split('?', 1)[0] ?? '') : rest];
  }
  throw new Refused(404, 'unknown-path', 'The paths are /v1, /mcp and /web-api.');
}

/** What is written down of a call: no query, which may hold anything. */
function callOf({ method = '', url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  return `${method} ${path}`.slice(0, longestNoted);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of passedOn) {
    const value = headers[name];
    if (typeof value === 'string') passed[name] = value;
  }
  return passed;
}
