import type { ServerResponse } from 'node:http';
import type {
  CallInput,
  CallName,
  EventName,
  EventPayload,
} from '../../../preload/contract/index.ts';
import type { Session } from '../../../preload/contract/systems/session.ts';
import {
  type Behaviour,
  type HostileProvider,
  hostileClient,
} from '../../support/servers/hostile-provider.ts';

/** What a reader is asked in: an app, a system of it whose servers are all one provider. */
export interface World {
  readonly systemId: string;
  readonly provider: HostileProvider;
  /** However it ends: a hostile answer is an error more often than not. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<unknown>;
  /** @throws what the app answers */
  must<N extends CallName>(name: N, input: CallInput<N>): Promise<never>;
  /** The next event of the name that is as wanted; null where none has come in the time. */
  next<N extends EventName>(
    name: N,
    wanted: (payload: EventPayload<N>) => boolean,
  ): Promise<EventPayload<N> | null>;
}

type Give = (response: ServerResponse) => void;

/** A part of the app that reads what a server answers. */
export interface Reader {
  readonly name: string;
  /** How the provider behaves that gives the answer where this reader reads it. */
  readonly where: (give: Give) => Behaviour;
  /** How many answers at once; the app signs in to one system at a time. Default: 4. */
  readonly lanes?: number;
  /** Once, before the answers; the provider is a good one then. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** Has the app read one answer. */
  readonly read: (world: World) => Promise<unknown>;
}

const everywhere = (give: Give): Behaviour => ({ other: () => give });

async function takeToken({ must, systemId }: World): Promise<void> {
  const { clientId, clientSecret } = hostileClient;
  await must('session.updateSettings', { systemId, route: 'token', clientId, clientSecret });
}

/** Goes as far as the provider's page. @returns Its address, or null where the app has none to show */
async function startSignIn({ ask, systemId }: World): Promise<string | null> {
  const session = (await ask('session.signIn', { systemId, way: 'browser' })) as Partial<Session>;
  return session.attempt?.authorizeUrl ?? null;
}

/** Signs in as a browser does that the app has opened. */
async function signIn(world: World): Promise<void> {
  const { ask, next, systemId } = world;
  const url = await startSignIn(world);
  if (url !== null) {
    const ended = next(
      'session.changed',
      (session) =>
        session.systemId === systemId &&
        session.attempt === null &&
        session.state !== 'authorizing',
    );
    await (await fetch(url)).text();
    await ended;
  }
  await ask('session.cancel', { systemId });
}

async function signedIn(world: World): Promise<void> {
  await takeToken(world);
  await signIn(world);
  const { state } = (await world.must('session.snapshot', { systemId: world.systemId })) as Session;
  if (state !== 'active') throw new Error(`not signed in: ${state}`);
}

const conversation = async ({ must, systemId }: World): Promise<string> =>
  ((await must('conversations.create', { systemId, model: 'fake' })) as { id: string }).id;

export const readers: readonly Reader[] = [
  {
    name: 'machine states',
    where: (give) => ({ status: () => give }),
    read: ({ ask, systemId }) => ask('machines.refresh', { systemId }),
  },
  {
    name: 'lists of models',
    where: everywhere,
    async read({ ask, next, systemId }) {
      const ended = next(
        'genai.changed',
        (state) => state.systemId === systemId && !state.fetchingModels,
      );
      await ask('genai.refreshModels', { systemId });
      await ended;
    },
  },
  {
    name: 'the test of a key',
    where: everywhere,
    read: ({ ask, systemId }) => ask('genai.testKey', { systemId, key: 'sk-0123456789abcdef' }),
  },
  {
    name: 'completions',
    where: everywhere,
    async read(world) {
      const conversationId = await conversation(world);
      const ended = world.next(
        'chat.messageChanged',
        ({ message }) =>
          message.conversationId === conversationId &&
          message.role === 'assistant' &&
          message.state !== 'streaming',
      );
      await world.ask('chat.send', { conversationId, text: 'hello', attachments: [] });
      await ended;
      await world.ask('chat.stop', { conversationId });
    },
  },
  {
    name: 'the provider’s metadata',
    where: (give) => ({ discovery: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      await startSignIn(world);
      await world.ask('session.cancel', { systemId: world.systemId });
    },
  },
  {
    name: 'the provider’s sign-in page',
    where: (give) => ({ authorize: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      await startSignIn(world);
      await world.ask('session.cancel', { systemId: world.systemId });
    },
  },
  {
    name: 'answers with tokens',
    where: (give) => ({ exchange: () => give }),
    lanes: 1,
    prepare: takeToken,
    read: signIn,
  },
  {
    name: 'the provider’s keys',
    where: (give) => ({ keys: () => give }),
    lanes: 1,
    prepare: takeToken,
    read: signIn,
  },
  {
    name: 'refreshed tokens',
    where: (give) => ({ refresh: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      // After an answer that asks for a wait the app asks no more for these tokens.
      await world.ask('session.signOut', { systemId: world.systemId });
      await signIn(world);
      await world.ask('session.refresh', { systemId: world.systemId });
    },
  },
  {
    name: 'answers to a sign-out',
    where: (give) => ({ revoke: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      await signIn(world);
      await world.ask('session.signOut', { systemId: world.systemId });
    },
  },
  {
    name: 'the realm’s clients',
    where: everywhere,
    lanes: 1,
    prepare: signedIn,
    read: ({ ask, systemId }) => ask('clients.refresh', { systemId }),
  },
  {
    name: 'registrations of clients',
    where: everywhere,
    prepare: ({ must, systemId, provider }) =>
      must('clients.updateSettings', { systemId, registrationUrl: `${provider.origin}/register` }),
    read: ({ ask, systemId }) =>
      ask('clients.create', {
        systemId,
        way: 'dynamic-registration',
        clientId: 'mine',
        redirectUrls: ['http://127.0.0.1/*'],
      }),
  },
  {
    name: 'addresses that are tried',
    where: everywhere,
    read: ({ ask, provider }) =>
      ask('systems.reach', { field: 'genai', address: provider.origin, authorities: [] }),
  },
];
