import type { CompletionRequest } from '../../../../main/chat/service/index.ts';
import type { Script } from '../../../support/servers/fake-genai.ts';
import { type GenaiWorld, genaiWorld } from '../../../support/worlds/genai.ts';

export const systemId = 'system-1';
export const request = {
  model: 'alpha3.6-35b',
  messages: [{ role: 'user' as const, content: 'Hi' }],
};

export interface Result {
  readonly text: string;
  readonly usage: unknown;
  readonly error: unknown;
}

export async function complete(
  world: GenaiWorld,
  signal?: AbortSignal,
  wanted: CompletionRequest = request,
): Promise<Result> {
  let text = '';
  let usage: unknown = null;
  const listener = {
    content: (piece: string) => {
      text += piece;
    },
    usage: (counted: unknown) => {
      usage = counted;
    },
  };
  try {
    const options = { signal: signal ?? new AbortController().signal };
    await world.genai.completion(systemId, wanted, listener, options);
    return { text, usage, error: null };
  } catch (error) {
    return { text, usage, error };
  }
}

export async function withScripts(...scripts: Script[]): Promise<GenaiWorld> {
  const world = await genaiWorld();
  await world.addKey();
  world.fake.queue(...scripts);
  return world;
}

export const asked = (world: GenaiWorld) =>
  world.fake.requests.filter(({ path }) => path === '/v1/chat/completions');
