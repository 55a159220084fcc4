import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createAttachments } from '../../../main/chat/attachments/index.ts';
import { createToolServers, type ToolServersDeps } from '../../../main/chat/tool-servers/index.ts';
import { createTools, ToolAnswer, type ToolContext } from '../../../main/chat/tools/index.ts';
import { createServiceSignIn } from '../../../main/systems/sign-in/index.ts';
import type { ToolServer } from '../../../preload/contract/chat/tool-servers.ts';
import type { Tool } from '../../../preload/contract/chat/tools.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { PolicyLock } from '../../../preload/contract/settings/policy-locks.ts';
import { throughTheDoor } from './door.ts';
import { testNetwork } from './network.ts';
import { startMemoryStorage } from './storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  temporaryFolder,
  testSystem,
  testSystems,
} from './world.ts';

const program = fileURLToPath(new URL('../servers/tool-server.mjs', import.meta.url));
const nobody = { id: 'test' };

/** The test server as a program; the first argument is what it does wrong. */
export const testProgram = (...faults: string[]) => ({
  kind: 'stdio' as const,
  command: process.execPath,
  arguments: [program, ...faults],
  folder: null,
  environment: [] as { name: string; value: string | null }[],
});

/** What a restart keeps. */
interface Stored {
  readonly database: Awaited<ReturnType<typeof startMemoryStorage>>;
  readonly vault: ReturnType<typeof memoryVault>;
}

/** Tool servers over the registry, on a database in memory that a restart keeps. */
export async function toolServersWorld(
  options: {
    locks?: PolicyLock[];
    before?: Stored;
    backoff?: ToolServersDeps['backoff'];
    limits?: ToolServersDeps['limits'];
    now?: ToolServersDeps['now'];
    /** The user's browser. */
    browse?: (url: string) => Promise<boolean>;
  } = {},
) {
  const { locks = [], before } = options;
  const database: Stored['database'] = before?.database ?? (await startMemoryStorage());
  if (before === undefined) onTestFinished(() => database.close());
  const vault: Stored['vault'] = before?.vault ?? memoryVault();
  const events = recordEvents();
  const log = recordLog();
  const system = testSystem(null);
  const systems = await testSystems(database, system);
  const isLocked = (lock: PolicyLock): boolean => locks.includes(lock);
  const policy: ToolServersDeps['policy'] = {
    isLocked,
    requireOpen(...all) {
      const lock = all.find(isLocked);
      if (lock !== undefined) throw new AppError('locked-by-policy', { details: { lock } });
    },
    network: { authorities: [] } as unknown as ToolServersDeps['policy']['network'],
  };
  const tools = await createTools({
    ...{ database, policy, emit: events.emit },
    machines: { snapshot: () => Promise.reject(new Error('not asked')) },
  });
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const attachments = createAttachments({ folder: folder.path });
  const network = testNetwork({ log });
  const { browse = async () => true } = options;
  const host = { openExternal: browse };
  const servers = await createToolServers({
    ...{ database, vault, policy, systems, tools, log, emit: events.emit, version: '1' },
    network,
    links: { to: () => Promise.reject(new Error('no link')) as never },
    access: { identity: async () => null },
    attachments,
    signIn: createServiceSignIn({ network, log, host, language: () => 'en' }),
    backoff: options.backoff ?? (() => null),
    ...(options.limits && { limits: options.limits }),
    ...(options.now && { now: options.now }),
  });
  onTestFinished(() => servers.close());
  const door = throughTheDoor(
    {
      tools: tools.calls,
      toolRequests: tools.requestCalls,
      toolServers: servers.calls,
      toolForms: servers.formCalls,
    },
    log,
  );
  const list = () => door.toolServers.snapshot(undefined, nobody);
  const offered = async (): Promise<Tool[]> =>
    (await door.tools.snapshot(undefined, nobody)).filter(({ serverId }) => serverId !== null);
  const found = (all: readonly ToolServer[], id: string): ToolServer | undefined =>
    all.find((one) => one.id === id);

  /** Calls a tool as a turn does. */
  async function answer(
    name: string,
    input: object = {},
    more: {
      signal?: AbortSignal;
      sources?: string[];
      conversationId?: string;
      tell?: ToolContext['tell'];
    } = {},
  ): Promise<ToolAnswer> {
    const { signal = new AbortController().signal, sources = [] } = more;
    const { conversationId = 'c' } = more;
    const of = { messageId: 'm', callId: 'k', conversationId, systemId: system.id };
    const permitted = await tools.permit(
      { ...of, name, text: JSON.stringify(input), sources },
      signal,
    );
    if (permitted.kind !== 'run')
      return new ToolAnswer(`${permitted.kind}: ${permitted.words}`, { files: [] });
    const context = { systemId: system.id, conversationId, signal };
    return tools.run(permitted.call, { ...context, ...(more.tell && { tell: more.tell }) });
  }

  return {
    ...{ database, vault, events, log, tools, servers, door, system, list, offered },
    /** Waits until a server is in one of these states. */
    async until(id: string, ...states: ToolServer['state'][]): Promise<ToolServer> {
      const isThere = (all: readonly ToolServer[] = []): boolean =>
        states.some((state) => found(all, id)?.state === state);
      if (!isThere(await list())) {
        // the last event counts: earlier ones told of an earlier life
        await events.until('toolServers.changed', () =>
          isThere(events.of('toolServers.changed').at(-1)),
        );
      }
      const one = found(await list(), id);
      if (one === undefined) throw new Error('it is gone');
      return one;
    },
    async add(...faults: string[]): Promise<string> {
      const wanted = { name: 'test', systemId: null, target: testProgram(...faults) };
      return (await door.toolServers.add(wanted, nobody)).id;
    },
    async allow(ownName: string, name = 'test'): Promise<void> {
      const tool = (await offered()).find((one) => one.name === `${name}__${ownName}`);
      if (tool === undefined) throw new Error(`no ${ownName}`);
      const { fingerprint } = tool;
      await door.tools.setApproval({ name: tool.name, fingerprint, approval: 'always' }, nobody);
    },
    call: async (...of: Parameters<typeof answer>): Promise<string> => (await answer(...of)).text,
    answer,
    /** The question that waits, once one does. */
    async question() {
      const last = () => events.of('toolRequests.changed').at(-1) ?? [];
      await events.until('toolRequests.changed', () => last().length > 0);
      const [question] = last();
      if (question === undefined) throw new Error('nothing waits');
      return question;
    },
  };
}
