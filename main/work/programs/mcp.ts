import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { McpHttpHandler, McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { startTimeLimit } from '../../base/async/time-limit.ts';
import type { Log } from '../../base/host.ts';
import type { McpTool } from './mcp-tool.ts';
import { lackingFor, type McpToolDeps, mcpToolsFor } from './mcp-tools.ts';
import { missing, Refused, toRefused } from './refusal.ts';
import type { Missing } from './requests.ts';
import type { StoredProgram } from './store.ts';

export interface McpDeps extends McpToolDeps {
  readonly find: (programId: string) => StoredProgram | undefined;
  readonly missing: Missing;
  /** Called when a tool has run. */
  readonly proved: (program: StoredProgram, what: McpTool['proves']) => void;
  readonly log: Pick<Log, 'error'>;
}

export interface McpCall {
  readonly program: StoredProgram;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** The tool that the message calls; null: none. */
  readonly tool: string | null;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** Time for one tool, ms; a model may think for as long as its service permits. */
const longest = 600_000;
/** Subscriptions at once, of all programs: more than come this far. */
const mostSubscriptions = 128;
const passedOn = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** The Model Context Protocol for other programs: each request is a server of its own, with what its key permits. */
export function createMcp(deps: McpDeps) {
  let opening: Promise<McpHttpHandler> | null = null;
  /** What becomes of a call, by its authentication: HTTP answers 200 to a tool that was refused. */
  const becomings = new WeakMap<object, Becoming>();
  const nobody = {};

  async function open(): Promise<McpHttpHandler> {
    const sdk = await import('@modelcontextprotocol/server');
    return sdk.createMcpHandler(
      ({ authInfo }) => {
        const server = new sdk.McpServer({ name: 'Compute Desk', version: '1' });
        const program = deps.find(authInfo?.clientId ?? '');
        const becoming = becomings.get(authInfo ?? nobody);
        if (program !== undefined && becoming !== undefined) {
          for (const tool of mcpToolsFor(program, deps)) {
            becoming.offered.add(tool.name);
            add(server, program, tool, becoming);
          }
          // This server is for one message, so that no list has what only a call is told of.
          const lacks = lackingFor(program, becoming.tool ?? '', deps);
          if (lacks !== null) add(server, program, refusing(becoming.tool ?? '', lacks), becoming);
        }
        return server;
      },
      {
        maxSubscriptions: mostSubscriptions,
        onerror: (cause) => deps.log.error('programs-mcp', cause),
      },
    );
  }

  function add(server: McpServer, program: StoredProgram, tool: McpTool, becoming: Becoming): void {
    const { name, description, input } = tool;
    server.registerTool(name, { description, inputSchema: input }, async (given, { mcpReq }) => {
      const limit = startTimeLimit(longest, mcpReq.signal);
      becoming.began = true;
      try {
        const result = await tool.run(given, limit.signal);
        deps.proved(program, tool.proves);
        return { content: [{ type: 'text', text: JSON.stringify(result) }] };
      } catch (cause) {
        const refused = toRefused(cause);
        becoming.refused = refused;
        if (refused.code === 'internal') deps.log.error('programs-mcp', cause);
        const { missing: lacks } = refused;
        if (lacks !== null) deps.missing.note(program.id, lacks.kind, lacks.what);
        return { content: [{ type: 'text', text: refused.message }], isError: true };
      } finally {
        limit.end();
      }
    });
  }

  return {
    /** Returns the status that the program got, or why a tool did not run. */
    async handle(call: McpCall): Promise<Refused | number> {
      const { program, method, headers, body, tool, response, signal } = call;
      opening ??= open();
      const { fetch: answer } = await opening;
      const given = new Headers();
      for (const name of passedOn) {
        const value = headers[name];
        if (typeof value === 'string') given.set(name, value);
      }
      const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
      const request = new Request('http://127.0.0.1/mcp', {
        ...{ method, headers: given, signal },
        ...(hasBody && { body: Buffer.from(body) }),
      });
      const authInfo = { token: '', clientId: program.id, scopes: [] };
      const becoming: Becoming = { tool, offered: new Set(), began: false, refused: null };
      becomings.set(authInfo, becoming);
      const got = await answer(request, { authInfo });
      response.writeHead(got.status, {
        ...Object.fromEntries(got.headers),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      response.flushHeaders();
      if (got.body === null) response.end();
      else {
        const answered = got.body as Parameters<typeof Readable.fromWeb>[0];
        // A stream of what changes has no end of its own: a key that is revoked ends it.
        await pipeline(Readable.fromWeb(answered), response, { signal });
      }
      if (tool !== null && got.status === 200 && !becoming.began) return notBegun(tool, becoming);
      return becoming.refused ?? got.status;
    },
    async close(): Promise<void> {
      await (await opening)?.close();
    },
  };
}

/** What becomes of one call. */
interface Becoming {
  /** The tool that is called; null: none. */
  readonly tool: string | null;
  /** Names of the tools that its key permits. */
  readonly offered: Set<string>;
  /** Whether a tool was run. */
  began: boolean;
  refused: Refused | null;
}

/** Why no tool was run: the program was told so already, by the protocol. */
const notBegun = (tool: string, { offered }: Becoming): Refused =>
  offered.has(tool)
    ? new Refused(400, 'unfit-arguments', 'The arguments do not fit the tool.')
    : new Refused(404, 'unknown-tool', 'This key may use no such tool.');

/** Stands for a tool that the key may not use: to be refused with what to do about it. */
const refusing = (name: string, lacks: Parameters<typeof missing>[0]): McpTool => ({
  ...{ name, description: '', input: z.looseObject({}), proves: null },
  run: () => Promise.reject(missing(lacks)),
});
