import type { Session } from '../../../preload/contract/systems/session.ts';
import { followAsBrowser } from '../../support/servers/own-browser.ts';
import { rawAnswers } from './raw-answers.ts';
import { everywhere, type Reader, type World } from './reader.ts';
import { readersOfConnections } from './readers-of-connections.ts';
import { readersOfFiles } from './readers-of-files.ts';
import { readersOfPages } from './readers-of-pages.ts';
import { takeToken } from './taking.ts';

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
    await (await followAsBrowser(url)).text();
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
    from: (give) => ({ status: () => give }),
    own: rawAnswers,
    read: ({ ask, systemId }) => ask('machines.refresh', { systemId }),
  },
  {
    name: 'lists of models',
    from: everywhere,
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
    from: everywhere,
    read: ({ ask, systemId }) => ask('genai.testKey', { systemId, key: 'sk-0123456789abcdef' }),
  },
  {
    name: 'completions',
    from: everywhere,
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
    from: (give) => ({ discovery: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      await startSignIn(world);
      await world.ask('session.cancel', { systemId: world.systemId });
    },
  },
  {
    name: 'the provider’s sign-in page',
    from: (give) => ({ authorize: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      await startSignIn(world);
      await world.ask('session.cancel', { systemId: world.systemId });
    },
  },
  {
    name: 'answers with tokens',
    from: (give) => ({ exchange: () => give }),
    lanes: 1,
    prepare: takeToken,
    read: signIn,
  },
  {
    name: 'the provider’s keys',
    from: (give) => ({ keys: () => give }),
    lanes: 1,
    prepare: takeToken,
    read: signIn,
  },
  {
    name: 'refreshed tokens',
    from: (give) => ({ refresh: () => give }),
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
    from: (give) => ({ revoke: () => give }),
    lanes: 1,
    prepare: takeToken,
    async read(world) {
      await signIn(world);
      await world.ask('session.signOut', { systemId: world.systemId });
    },
  },
  {
    name: 'the realm’s clients',
    from: everywhere,
    lanes: 1,
    prepare: signedIn,
    read: ({ ask, systemId }) => ask('clients.refresh', { systemId }),
  },
  {
    name: 'registrations of clients',
    from: everywhere,
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
    from: everywhere,
    read: ({ ask, provider }) =>
      ask('trial.reach', { field: 'genai', address: provider.origin, authorities: [] }),
  },
  ...readersOfPages,
  ...readersOfFiles,
  ...readersOfConnections,
];
