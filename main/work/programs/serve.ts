import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProgramCall, ProgramPath } from '../../../preload/contract/work/programs.ts';
import type { Log } from '../../base/host.ts';
import { createBodies } from './exchange.ts';
import { isFromPage, keyIn } from './guard.ts';
import type { ProgramKeys } from './keys.ts';
import type { Answer } from './listener.ts';
import { createMcp, type McpDeps, mcpCallOf } from './mcp.ts';
import { passModelCall } from './models.ts';
import { bodyOf, missing, Refused, toRefused } from './refusal.ts';
import type { Missing } from './requests.ts';
import type { StoredProgram } from './store.ts';
import { passWebApiCall, requireReady, type WebApiDeps } from './web-api.ts';

export interface ServeDeps
  extends WebApiDeps,
    Pick<McpDeps, 'systems' | 'machines' | 'history' | 'apis' | 'genai' | 'conversations'> {
  readonly keys: ProgramKeys;
  readonly missing: Missing;
  /** Called before a call is passed on. */
  readonly using: (program: StoredProgram) => Promise<void>;
  /** Called with each call of a program when it has ended. */
  readonly ended: (
    program: StoredProgram,
    call: Omit<ProgramCall, 'id' | 'at' | 'program'>,
  ) => void;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Calls that run at once; more wait for the program to try again. */
const mostRunning = 32;
/** Characters of a call's path that are written down. */
const longestNoted = 200;
/** Headers of a program's request that reach the Web API. */
const passedOn = ['accept', 'accept-language', 'content-type', 'if-match', 'if-none-match'];

/** Answers the calls of other programs. */
export function createServe(deps: ServeDeps) {
  const { keys, log } = deps;
  const running = new Map<AbortController, string>();
  const bodies = createBodies();
  const mcp = createMcp({
    ...deps,
    find: keys.find,
    requireReady: (systemId) => requireReady(deps, systemId),
  });
  let strangers = 0;

  /** Counts calls without a key, and logs some of them: endless ones do not fill the log. */
  function noteStranger(code: string): void {
    strangers += 1;
    if (/^10*$/.test(String(strangers))) log.info('programs-refused', { code, count: strangers });
  }

  /** @throws Refused */
  function requireOwner(request: IncomingMessage): StoredProgram {
    if (isFromPage(request.headers)) {
      throw new Refused(403, 'web-page', 'Web pages get no answer here.');
    }
    const key = keyIn(request.headers);
    const program = key === null ? null : keys.owner(key);
    if (program === null) {
      throw new Refused(401, 'no-key', 'Send a key of Compute Desk: Authorization: Bearer …');
    }
    if (!keys.isValid(program)) {
      const screen = 'Make a new one under “Other programs” in Compute Desk.';
      throw new Refused(401, 'key-ended', `This key has ended. ${screen}`);
    }
    return program;
  }

  /** Returns the status that the program got. @throws Refused, AppError */
  async function pass(
    program: StoredProgram,
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
    noted: (call: string) => void,
  ): Promise<number> {
    const { method = '', url = '' } = request;
    const [path, rest] = splitPath(url);
    if (!program.paths.includes(path)) throw missing('path', path);
    if (running.size > mostRunning) throw new Refused(503, 'busy', 'Too many calls at once.');
    const body = await bodies.read(request);
    // What the key may do can have changed while the body came.
    const now = keys.find(program.id);
    if (now === undefined || !keys.isValid(now)) throw new Refused(401, 'key-ended', 'Ended.');
    await deps.using(now);
    if (path === 'mcp') {
      noted(mcpCallOf(body));
      const { headers } = request;
      return mcp.handle({ program: now, method, headers, body, response, signal });
    }
    const status = await (path === 'v1'
      ? passModelCall(deps.genai, { program: now, method, path: rest, body, response, signal })
      : passWebApiCall(deps, {
          ...{ program: now, method, path: rest, headers: headersOf(request), body },
          ...{ response, signal },
        }));
    deps.missing.settle(program.id);
    return status;
  }

  async function answer(...[request, response, trust]: Parameters<Answer>): Promise<void> {
    let program: StoredProgram | null = null;
    const abort = new AbortController();
    let call = callOf(request);
    try {
      program = requireOwner(request);
      // A model may think for minutes before the first byte.
      trust();
      running.set(abort, program.id);
      response.once('close', () => abort.abort());
      const status = await pass(program, request, response, abort.signal, (tool) => {
        call = `${call} ${tool}`;
      });
      deps.ended(program, { call, outcome: 'answered', status });
    } catch (cause) {
      const refused = toRefused(cause);
      // What ends with its key, or with the program, is no failure of the app.
      if (refused.code === 'internal' && !abort.signal.aborted) log.error('program-call', cause);
      if (program === null) noteStranger(refused.code);
      else {
        const { missing: lacks, status } = refused;
        if (lacks !== null) deps.missing.note(program.id, lacks.kind, lacks.what);
        const isCut = response.headersSent || abort.signal.aborted;
        const outcome = isCut ? 'cut' : lacks === null ? 'failed' : 'refused';
        deps.ended(program, { call, outcome, status });
      }
      refuse(request, response, refused);
    } finally {
      running.delete(abort);
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
    /** Ends the running calls of a program, or (null) of all. */
    cut(programId: string | null): void {
      for (const [abort, owner] of running) {
        if (programId === null || owner === programId) abort.abort();
      }
    },
  };
}

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
