// What the conformance suite of the Model Context Protocol tries: the app's client over its own network, which calls
// every tool of the server whose address is the last argument. Where the server wants a sign-in, a user signs in whose
// browser follows every page, as often as somebody would.
import { createNetwork, defaultConnection } from '../../main/base/network/index.ts';
import { bounds } from '../../main/chat/tool-servers/bounds.ts';
import { type Connected, connectService } from '../../main/chat/tool-servers/connect.ts';
import { contentOf, readForm } from '../../main/chat/tool-servers/forms/fields.ts';
import type { FormAnswer } from '../../main/chat/tool-servers/forms/waiting.ts';
import { createServerLog } from '../../main/chat/tool-servers/log.ts';
import { createServerSignIns } from '../../main/chat/tool-servers/sign-in.ts';
import { createServiceSignIn } from '../../main/systems/sign-in/index.ts';
import type { FormField } from '../../preload/contract/chat/tool-forms.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { followAsBrowser } from '../support/servers/own-browser.ts';
import { memoryVault, recordLog } from '../support/worlds/world.ts';

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
  readonly client_id?: string;
  readonly client_secret?: string;
};
const { signal } = new AbortController();
// The suite starts dozens of these at once.
const limits = { ...bounds, connectMs: 120_000, probeMs: 60_000 };
const log = recordLog();
const network = createNetwork({ log, usualAuthorities: [] });
const serverLog = createServerLog(() => new Date());

const pages: Promise<unknown>[] = [];
const signIns = createServerSignIns({
  ...{ vault: memoryVault(), log, now: () => new Date(), changed: () => undefined },
  service: createServiceSignIn({
    ...{ network, log, language: () => 'en' },
    host: {
      async openExternal(address) {
        // an answer that is refused is seen by the app
        pages.push(followAsBrowser(address).catch((error: unknown) => console.error(error)));
        return true;
      },
    },
  }),
});
const service = {
  ...{ name: 'conformance', url, connection: defaultConnection() },
  client:
    context.client_id === undefined
      ? null
      : { id: context.client_id, secret: context.client_secret ?? null },
};
const server = { id: 'conformance', name: 'conformance' };

/** Connects and calls the tools. @throws AppError what ended it */
async function callAll(issuer: string | null): Promise<void> {
  const connected: Connected = await connectService({
    ...{ name: 'conformance', version: '1', known: null, limits, signal, network, log: serverLog },
    hooks: { onToolsChanged: () => undefined, onForm: async (params) => fillIn(params) },
    reach: { url, headers: {}, connection: defaultConnection(), identity: null },
    tokens: await signIns.tokensFor({ id: server.id, issuer }, service, serverLog),
  });
  const { session, ended, close } = connected;
  const orEnd = <T>(work: Promise<T>): Promise<T> =>
    Promise.race([
      work,
      ended.reason.then((problem) => {
        throw problem;
      }),
    ]);
  const listed = (await orEnd(session.listTools())) as readonly Listed[];
  for (const { name, arguments: given } of context.toolCalls ?? listed.map(anyCall)) {
    try {
      await orEnd(session.call(name, given, signal));
    } catch (error) {
      if (wantsSignIn(error)) throw error;
      // the suite judges by what it saw
      console.error(name, error);
    }
  }
  await close();
}
const wantsSignIn = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'tool-server-sign-in';

/** Calls them, and signs in when that is wanted, three times at most. */
async function signedIn(issuer: string | null, times = 3): Promise<void> {
  try {
    await callAll(issuer);
  } catch (error) {
    if (!wantsSignIn(error) || times === 0) throw error;
    const tokens = await signIns.begin(server, service);
    await signIns.keep(server.id, tokens);
    await signedIn(tokens.issuer, times - 1);
  }
}
try {
  await signedIn(null);
} finally {
  await Promise.all(pages);
  await network.close();
}
