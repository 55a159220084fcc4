import type * as z from 'zod';
import { app, vault } from './app.ts';
import { attachments } from './chat/attachments.ts';
import { branches } from './chat/branches.ts';
import { chat } from './chat/chat.ts';
import { conversations } from './chat/conversations.ts';
import { drafts, newDraft } from './chat/drafts.ts';
import { folders } from './chat/folders.ts';
import { genai } from './chat/genai.ts';
import { presets } from './chat/presets.ts';
import { prompts } from './chat/prompts.ts';
import { requests } from './chat/requests.ts';
import { toolForms } from './chat/tool-forms.ts';
import { toolServers } from './chat/tool-servers.ts';
import { toolRequests, tools } from './chat/tools.ts';
import { tree } from './chat/tree.ts';
import { unsaved } from './chat/unsaved.ts';
import { usage } from './chat/usage.ts';
import {
  type Call,
  type ChangedEvent,
  type ContractShape,
  type Event,
  type FixedSnapshot,
  findEntry,
  type View,
} from './define.ts';
import { machineArchive } from './machines/machine-archive.ts';
import { machineChoices } from './machines/machine-choices.ts';
import { machineHistory } from './machines/machine-history.ts';
import { machines } from './machines/machines.ts';
import { maintenance } from './machines/maintenance.ts';
import { notifications } from './machines/notifications.ts';
import { backups } from './settings/backups.ts';
import { dataPlace } from './settings/data-place.ts';
import { policy } from './settings/policy.ts';
import { settings } from './settings/settings.ts';
import { support } from './settings/support.ts';
import { unreadableRows } from './settings/unreadable-rows.ts';
import { updates } from './settings/updates.ts';
import { certificates } from './systems/certificates.ts';
import { clients } from './systems/clients.ts';
import { connections } from './systems/connections.ts';
import { doctor } from './systems/doctor.ts';
import { session } from './systems/session.ts';
import { systemFiles } from './systems/system-files.ts';
import { systems } from './systems/systems.ts';
import { trial } from './systems/trial.ts';
import { apiConsole, consoleExchange, consoleHistory, consoleOperations } from './work/console.ts';
import { files } from './work/files.ts';
import { jobs, unseenJobs } from './work/jobs.ts';
import { programCalls, programs } from './work/programs.ts';
import { remoteCommands } from './work/remote-commands.ts';
import { ssh } from './work/ssh.ts';

/**
 * The one contract between the renderer and main. Handlers (main/calls.ts), the preload bridge, the
 * renderer's client, the web host's transport, the tests' fakes and the fuzzer derive from this value.
 * To add a call: one entry here, one handler in its domain; a missing handler does not compile.
 */
export const contract = {
  app,
  vault,
  policy,
  backups,
  dataPlace,
  updates,
  unreadableRows,
  settings,
  systems,
  trial,
  systemFiles,
  connections,
  certificates,
  machines,
  machineHistory,
  machineArchive,
  machineChoices,
  maintenance,
  notifications,
  genai,
  usage,
  conversations,
  branches,
  tree,
  folders,
  drafts,
  newDraft,
  unsaved,
  requests,
  chat,
  presets,
  attachments,
  clients,
  session,
  doctor,
  support,
  tools,
  toolRequests,
  toolForms,
  toolServers,
  prompts,
  jobs,
  unseenJobs,
  files,
  remoteCommands,
  ssh,
  programs,
  programCalls,
  apiConsole,
  consoleOperations,
  consoleExchange,
  consoleHistory,
} as const satisfies ContractShape;

export type Contract = typeof contract;
export type DomainName = keyof Contract;

type CallsOf<D extends DomainName> = {
  [M in keyof Contract[D] as Contract[D][M] extends Call ? M : never]: Contract[D][M];
};
type EventsOf<D extends DomainName> = {
  [M in keyof Contract[D] as Contract[D][M] extends Event ? M : never]: Contract[D][M];
};

/** `domain.name` of every call, for example `machines.refresh`. */
export type CallName = { [D in DomainName]: `${D}.${keyof CallsOf<D> & string}` }[DomainName];
/** `domain.name` of every event, for example `machines.changed`. */
export type EventName = { [D in DomainName]: `${D}.${keyof EventsOf<D> & string}` }[DomainName];

type Entry<N extends string> = N extends `${infer D}.${infer M}`
  ? D extends DomainName
    ? M extends keyof Contract[D]
      ? Contract[D][M]
      : never
    : never
  : never;

/** The renderer's input. */
export type CallInput<N extends CallName> =
  Entry<N> extends Call<infer I, z.ZodType> ? z.input<I> : never;
/** The input as main gets it: parsed by its schema. */
export type ParsedInput<N extends CallName> =
  Entry<N> extends Call<infer I, z.ZodType> ? z.output<I> : never;
/** The output that the renderer gets. */
export type CallOutput<N extends CallName> =
  Entry<N> extends Call<z.ZodType, infer O> ? z.output<O> : never;
export type EventPayload<N extends EventName> =
  Entry<N> extends Event<infer P> ? z.output<P> : never;

/** Domains with one resource: `X.snapshot` returns it, `X.changed` reports its changes, if it has any. */
type SingleResource = {
  [D in DomainName]: Contract[D] extends
    | { snapshot: Call; changed: ChangedEvent }
    | { snapshot: FixedSnapshot }
    ? D
    : never;
}[DomainName];
/** `domain.name` of the resources of domains with several: the call of that name returns it. */
export type ViewName = {
  [D in DomainName]: {
    [M in keyof Contract[D]]: Contract[D][M] extends View ? `${D}.${M & string}` : never;
  }[keyof Contract[D]];
}[DomainName];
export type ResourceName = SingleResource | ViewName;
type SnapshotName<N extends ResourceName> = N extends SingleResource
  ? `${N}.snapshot`
  : Extract<N, CallName>;
/** The owner of a resource, such as a system; undefined if there is only one. */
export type ResourceKey<N extends ResourceName> = CallInput<SnapshotName<N>>;
export type ResourceValue<N extends ResourceName> = CallOutput<SnapshotName<N>>;
/** The content of each one's event; preload/contract/resources.ts has it for windows, without the schemas. */
export type ResourceUpdate = {
  readonly [N in SingleResource]: Contract[N] extends { changed: ChangedEvent }
    ? Contract[N]['changed']['tells']
    : 'nothing';
};

/** The caller: one window of the Electron host, or one connection of the web host. */
export interface Sender {
  readonly id: string;
}

/** One domain's handlers, as its `createX` returns them. */
export type Handlers<D extends DomainName> = {
  [M in keyof CallsOf<D>]: CallsOf<D>[M] extends Call<infer I, infer O>
    ? (input: z.output<I>, sender: Sender) => Promise<z.input<O>>
    : never;
};
export type AllHandlers = { [D in DomainName]: Handlers<D> };

/** Sends an event to every attached window. */
export type Emit = <N extends EventName>(name: N, payload: EventPayload<N>) => void;

function namesOf(kind: 'call' | 'event'): string[] {
  return Object.entries(contract as ContractShape).flatMap(([domain, entries]) =>
    Object.entries(entries)
      .filter(([, entry]) => entry.kind === kind)
      .map(([name]) => `${domain}.${name}`),
  );
}

export const callNames: readonly CallName[] = namesOf('call') as CallName[];
export const eventNames: readonly EventName[] = namesOf('event') as EventName[];

/** Returns the declared call of that name, or undefined: an undeclared call does not exist. */
export function findCall(name: string): Call | undefined {
  const entry = findEntry(contract, name);
  return entry?.kind === 'call' ? entry : undefined;
}

export function findEvent(name: string): Event | undefined {
  const entry = findEntry(contract, name);
  return entry?.kind === 'event' ? entry : undefined;
}
