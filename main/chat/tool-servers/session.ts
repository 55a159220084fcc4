import type {
  JsonSchemaValidator,
  jsonSchemaValidator,
  Tool,
  Transport,
} from '@modelcontextprotocol/client';
import { plainLine } from '../../base/network/refusal/index.ts';
import type { ToolContext } from '../tools/index.ts';
import { bounds, type Limits } from './bounds.ts';
import { isOfPage } from './forms/pages.ts';
import type { FormAnswer } from './forms/waiting.ts';
import { createIdleTimer, type IdleTimer } from './idle.ts';

/** Characters of what a server says of a call's progress. */
const longestProgress = 200;

/** The generation of the protocol: before and from 2026-07-28. */
export type Generation = 'legacy' | 'modern';

export interface Session {
  readonly protocol: string;
  readonly generation: Generation;
  /** Name and version in the server's words. */
  readonly says: string;
  /** All tools, as the server told of them. */
  listTools(): Promise<readonly unknown[]>;
  /** All prompts, as the server told of them. */
  listPrompts(): Promise<readonly unknown[]>;
  /** Returns the messages of a prompt. @throws Error of the server */
  prompt(name: string, values: Readonly<Record<string, string>>): Promise<readonly unknown[]>;
  /** All resources, as the server told of them. @throws Error of the server */
  listResources(): Promise<readonly unknown[]>;
  /** All templates of addresses, as the server told of them. @throws Error of the server */
  listTemplates(): Promise<readonly unknown[]>;
  /** Returns the contents of a resource. @throws Error of the server */
  read(uri: string): Promise<readonly unknown[]>;
  /** @throws Error of the server */
  call(
    name: string,
    input: Record<string, unknown>,
    signal: AbortSignal,
    tell?: ToolContext['tell'],
  ): Promise<{ readonly content: readonly unknown[]; readonly [more: string]: unknown }>;
  close(): Promise<void>;
}

/** What a server says by itself. */
export interface SessionHooks {
  /** Its tools or prompts are others. */
  readonly onToolsChanged: () => void;
  /** It asks the user for something while a tool runs. */
  readonly onForm: (params: unknown) => Promise<FormAnswer>;
}

/** Accepts all: results are read for what they are, and a server's schema is not made into code. */
const noValidation: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

/**
 * Connects and learns which generation the server speaks.
 * @param known as found before; null: the newer one is tried first
 */
export async function openSession(options: {
  readonly version: string;
  readonly transport: Transport;
  readonly known: Generation | null;
  readonly limits: Limits;
  readonly hooks: SessionHooks;
  readonly onError: (error: Error) => void;
}): Promise<Session> {
  const { limits } = options;
  // Not at the start of the app: most users have no servers.
  const { Client, METHOD_NOT_FOUND } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'compute-desk', version: options.version },
    {
      capabilities: { elicitation: { form: {}, url: {} } },
      listMaxPages: bounds.pages,
      jsonSchemaValidator: noValidation,
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: limits.probeMs } },
      inputRequired: { autoFulfill: true, maxRounds: bounds.forms },
      listChanged: {
        tools: { autoRefresh: false, onChanged: () => options.hooks.onToolsChanged() },
        prompts: { autoRefresh: false, onChanged: () => options.hooks.onToolsChanged() },
      },
    },
  );
  client.onerror = options.onError;
  const idle = new Set<IdleTimer>();
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    // the user takes the time that it takes, at a page too, which nobody need say is done
    const paused = [...idle];
    for (const one of paused) one.pause();
    let isAtPage = false;
    try {
      const answer = await options.hooks.onForm(params);
      isAtPage = isOfPage(params) && answer.action === 'accept';
      return answer;
    } finally {
      if (!isAtPage) for (const one of paused) one.resume();
    }
  });
  await client.connect(options.transport, {
    timeout: limits.connectMs,
    ...(options.known === 'legacy' && { prior: { kind: 'legacy' } }),
  });
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  const protocol = client.getNegotiatedProtocolVersion() ?? '';
  const listing = () =>
    ({
      ...{ timeout: limits.connectMs, signal: AbortSignal.timeout(bounds.listMs) },
      cacheMode: 'bypass',
    }) as const;
  // By name, without their output's schema. Schemas say which arguments go as headers, too: those of the tool as it
  // was permitted, never as it has become.
  let listed = new Map<string, Tool>();
  return {
    protocol,
    generation: protocol >= '2026' ? 'modern' : 'legacy',
    says: `${name} ${version}`.trim().slice(0, 200),
    listTools: async () => {
      const options = { timeout: limits.connectMs, cacheMode: 'bypass' } as const;
      const { tools } = await client.listTools(undefined, options);
      listed = new Map(tools.map(({ outputSchema: _, ...tool }) => [tool.name, tool]));
      return tools;
    },
    async listPrompts() {
      if (client.getServerCapabilities()?.prompts === undefined) return [];
      const options = { timeout: limits.connectMs, cacheMode: 'bypass' } as const;
      return (await client.listPrompts(undefined, options)).prompts;
    },
    prompt: async (name, values) => {
      const options = { timeout: limits.connectMs };
      return (await client.getPrompt({ name, arguments: values }, options)).messages;
    },
    async listResources() {
      if (client.getServerCapabilities()?.resources === undefined) return [];
      return (await client.listResources(undefined, listing())).resources;
    },
    async listTemplates() {
      if (client.getServerCapabilities()?.resources === undefined) return [];
      try {
        return (await client.listResourceTemplates(undefined, listing())).resourceTemplates;
      } catch (cause) {
        // it has resources, and no such templates
        if ((cause as { readonly code?: unknown }).code === METHOD_NOT_FOUND) return [];
        throw cause;
      }
    },
    read: async (uri) => {
      const options = { timeout: limits.connectMs, cacheMode: 'bypass' } as const;
      return (await client.readResource({ uri }, options)).contents;
    },
    async call(tool, input, signal, tell) {
      const timer = createIdleTimer(limits.callMs);
      idle.add(timer);
      const toolDefinition = listed.get(tool);
      try {
        return await client.callTool(
          { name: tool, arguments: input },
          {
            signal: AbortSignal.any([signal, timer.signal]),
            timeout: limits.longestCallMs,
            maxTotalTimeout: limits.longestCallMs,
            onprogress({ progress, total = null, message = '' }) {
              timer.reset();
              tell?.({ done: progress, total, text: plainLine(message, longestProgress) });
            },
            ...(toolDefinition && { toolDefinition }),
          },
        );
      } finally {
        idle.delete(timer);
        timer.end();
      }
    },
    close: () => client.close(),
  };
}
