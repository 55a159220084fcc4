import type { Parameters } from '../../preload/contract/conversation.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import type { ChatMessage, CompletionRequest } from '../genai/index.ts';

/** Asks a model to go on where its answer was cut. Not shown and not stored. */
export const goOn: ChatMessage = {
  role: 'user',
  content:
    'Continue your last message exactly where it stopped. Repeat nothing of it and do not mention the interruption.',
};

/** A request with a conversation's parameters; the free fields of the user come last. */
export function toRequest(
  model: string,
  history: readonly ChatMessage[],
  parameters: Parameters,
): CompletionRequest {
  const { system, maxTokens, temperature, topP, seed, stop, extra } = parameters;
  const fields: Record<string, Json> = {};
  if (temperature !== null) fields.temperature = temperature;
  if (topP !== null) fields.top_p = topP;
  if (seed !== null) fields.seed = seed;
  if (stop.length > 0) fields.stop = stop;
  const { max_tokens: freeMaxTokens, ...free } = extra;
  const limit = typeof freeMaxTokens === 'number' ? freeMaxTokens : maxTokens;
  const first: ChatMessage[] = system.trim() === '' ? [] : [{ role: 'system', content: system }];
  return {
    model,
    messages: [...first, ...history],
    ...(limit === null ? {} : { maxTokens: limit }),
    extra: { ...fields, ...free },
  };
}
