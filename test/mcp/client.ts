// What the conformance suite of the Model Context Protocol tries: the app's client over its own network, which calls
// every tool of the server whose address is the last argument.
import { createNetwork, defaultConnection } from '../../main/base/network/index.ts';
import { bounds } from '../../main/chat/tool-servers/bounds.ts';
import { connectService } from '../../main/chat/tool-servers/connect.ts';
import { contentOf, readForm } from '../../main/chat/tool-servers/forms/fields.ts';
import type { FormAnswer } from '../../main/chat/tool-servers/forms/waiting.ts';
import { createServerLog } from '../../main/chat/tool-servers/log.ts';
import type { FormField } from '../../preload/contract/chat/tool-forms.ts';
import { recordLog } from '../support/worlds/world.ts';

interface Called {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}
interface Listed {
  readonly name: string;
  readonly inputSchema?: {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  };
}

/** Every field as it was to begin with. */
function fillIn(params: unknown): FormAnswer {
  const form = readForm(params);
  if (form === null) return { action: 'cancel' };
  const values = form.fields.flatMap(({ name, initial }: FormField) =>
    initial === null || initial === '' ? [] : [{ name, value: initial }],
  );
  return { action: 'accept', content: contentOf(form.fields, values) };
}

/** Something of each argument's type. */
function anyCall({ name, inputSchema }: Listed): Called {
  const of: Readonly<Record<string, unknown>> = { number: 5, integer: 5, boolean: true, array: [] };
  const properties = Object.entries(inputSchema?.properties ?? {});
  return {
    name,
    arguments: Object.fromEntries(properties.map(([key, { type = '' }]) => [key, of[type] ?? 'x'])),
  };
}

const url = new URL(process.argv.at(-1) ?? '');
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  readonly toolCalls?: readonly Called[];
};
const { signal } = new AbortController();
// The suite starts dozens of these at once.
const limits = { ...bounds, connectMs: 120_000, probeMs: 60_000 };
const network = createNetwork({ log: recordLog(), usualAuthorities: [] });
const { session, close } = await connectService({
  ...{ name: 'conformance', version: '1', known: null, limits, signal, network },
  log: createServerLog(() => new Date()),
  hooks: { onToolsChanged: () => undefined, onForm: async (params) => fillIn(params) },
  reach: { url, headers: {}, connection: defaultConnection(), identity: null },
  // no user signs in here
  tokens: null,
});
const listed = (await session.listTools()) as readonly Listed[];
for (const { name, arguments: given } of context.toolCalls ?? listed.map(anyCall)) {
  try {
    await session.call(name, given, signal);
  } catch (error) {
    // the suite judges by what it saw
    console.error(name, error);
  }
}
await close();
await network.close();
