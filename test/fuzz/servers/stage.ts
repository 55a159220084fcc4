import { onTestFinished } from 'vitest';
import type { EventName, EventPayload } from '../../../preload/contract/index.ts';
import { patience } from '../../support/patience.ts';
import { type Behaviour, startHostileProvider } from '../../support/servers/hostile-provider.ts';
import type { HostileAnswer } from './hostile-answers.ts';
import type { Reader, Server, World } from './reader.ts';
import type { Site } from './site.ts';
import type { WatchedHost } from './watched-host.ts';

/** ms after which an answer without an end is ended by the test. */
const longestAnswer = 500;
/** Until the answer was given. */
const mostReads = 3;
/** The provider where it does not give the answer. */
const good: Behaviour = { status: () => ({ body: [] }) };

/** A system in the app, whose servers are of the test's own. */
export interface Stage extends World {
  /** What was a fault of the app, in words. */
  readonly faults: readonly string[];
  /** What is shown now, for the words. */
  showing(name: string): void;
  /** Whatever was sent before, a good answer is read. */
  goesOn(): Promise<void>;
}

export async function openStage(host: WatchedHost, site: Site, name: string): Promise<Stage> {
  const { client } = host;
  const provider = await startHostileProvider(good);
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const { origin } = provider;
  const { id: systemId } = await client.call('systems.add', {
    name,
    webApiUrl: origin,
    authUrl: origin,
    genaiUrl: origin,
    authorities: [],
    certificateId: null,
  });
  await client.call('genai.addKey', { systemId, name: 'one', key: 'sk-0123456789abcdef' });
  const faults: string[] = [];
  let shown = '';
  /** A server may be as it likes: what it causes has a code of its own. */
  const noted = <T>(told: T): T => {
    if (/"code":"internal"/.test(JSON.stringify(told) ?? '')) faults.push(`internal: ${shown}`);
    return told;
  };
  return {
    systemId,
    provider,
    site,
    faults,
    host: host.origin,
    must: (called, input) => client.call(called, input) as Promise<never>,
    ask: (called, input) =>
      client.call(called, input).then(noted, (error: unknown) => {
        if (error === 'gone') throw new Error('the host is gone');
        return noted(error);
      }),
    next: async (event, wanted) => noted(await next(host, event, wanted)),
    showing(answer) {
      shown = answer;
    },
    async goesOn() {
      provider.behave(good);
      await client.call('machines.refresh', { systemId });
      const { problem } = await client.call('machines.snapshot', { systemId });
      // where the provider lied nobody is signed in, which is no fault
      const isGood = problem === null || problem.code.startsWith('session-');
      if (!isGood) faults.push(`no good answer is read: ${problem.code}`);
    },
  };
}

/** A stage where a reader is shown answers. */
export async function openReading(stage: Stage, reader: Reader) {
  await reader.prepare?.(stage);
  const server = await serverOf(stage, reader);
  let given = 0;
  return {
    given: () => given,
    async close(): Promise<void> {
      await server[Symbol.asyncDispose]();
      await stage.goesOn();
    },
    async show(answer: HostileAnswer): Promise<void> {
      stage.showing(answer.name);
      server.behave((response) => {
        given += 1;
        response.on('error', () => undefined);
        setTimeout(() => response.destroy(), patience(longestAnswer)).unref();
        answer.give(response);
      });
      const before = given;
      // An end that it hears may be of what the app had begun by itself: then nothing was asked yet.
      for (let turn = 0; turn < mostReads && given === before; turn += 1) await reader.read(stage);
      server.behave(null);
    },
  };
}

async function serverOf(stage: Stage, { from }: Reader): Promise<Server> {
  if (typeof from !== 'function') return from.serve(stage);
  return {
    behave: (give) => stage.provider.behave(give === null ? good : { ...good, ...from(give) }),
    // the stage's own
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const waiting = new Map<EventName, Set<(payload: never) => void>>();

function next<N extends EventName>(
  { client }: WatchedHost,
  name: N,
  wanted: (payload: EventPayload<N>) => boolean,
): Promise<EventPayload<N> | null> {
  let listeners = waiting.get(name);
  if (listeners === undefined) {
    const all = new Set<(payload: never) => void>();
    waiting.set(name, all);
    listeners = all;
    client.on(name, (payload) => {
      for (const listen of all) listen(payload as never);
    });
  }
  const known = listeners;
  return new Promise((resolve) => {
    const listen = (payload: EventPayload<N>): void => {
      if (wanted(payload)) done(payload);
    };
    const timer = setTimeout(() => done(null), patience(2 * longestAnswer));
    const done = (payload: EventPayload<N> | null): void => {
      clearTimeout(timer);
      known.delete(listen);
      resolve(payload);
    };
    known.add(listen);
  });
}
