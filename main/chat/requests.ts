import type { Parameters } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import type { ChatMessage, CompletionRequest } from '../genai/index.ts';
import type { ChatGenai } from './context.ts';
import { fromStart, type HistoryEntry, toHistory } from './history.ts';
import type { StoredConversation } from './store/index.ts';

/** Asks a model to go on where its answer was cut. Not shown and not stored. */
export const goOn: ChatMessage = {
  role: 'user',
  content:
    'Continue your last message exactly where it stopped. Repeat nothing of it and do not mention the interruption.',
};

/** The conversation's model, or the first of the live list. @throws AppError `model-not-chosen` */
export function modelOf(
  genai: Pick<ChatGenai, 'defaultModel'>,
  { systemId, model }: Pick<StoredConversation, 'systemId' | 'model'>,
): string {
  const chosen = model ?? genai.defaultModel(systemId);
  if (chosen === null) throw new AppError('model-not-chosen');
  return chosen;
}

/** The part of a branch that is sent, and how many turns of it are not. */
export function toSend(
  { startId, startSummary }: Pick<StoredConversation, 'startId' | 'startSummary'>,
  branch: readonly HistoryEntry[],
): { sent: readonly HistoryEntry[]; history: ChatMessage[]; leftOut: number } {
  const sent = fromStart(branch, startId);
  const left = branch.slice(0, branch.length - sent.length);
  const history = toHistory(sent);
  const summary = left.length > 0 ? startSummary : null;
  if (summary !== null) history.unshift({ role: 'system', content: summaryNote(summary) });
  return { sent, history, leftOut: left.filter(({ role }) => role === 'user').length };
}

function summaryNote(summary: string): string {
  return `Summary of the earlier part of this conversation:\n\n${summary}`;
}

/** A request with a conversation's parameters; the free fields of the user come last. */
export function toRequest(
  model: string,
  history: readonly ChatMessage[],
  parameters: Parameters,
  tools: readonly Json[] = [],
): CompletionRequest {
  const { system, maxTokens, temperature, topP, seed, stop, extra } = parameters;
  const fields: Record<string, Json> = {};
  if (temperature !== null) fields.temperature = temperature;
  if (topP !== null) fields.top_p = topP;
  if (seed !== null) fields.seed = seed;
  if (stop.length > 0) fields.stop = stop;
  if (tools.length > 0) fields.tools = [...tools];
  const { max_tokens: freeMaxTokens, ...free } = extra;
  const limit = typeof freeMaxTokens === 'number' ? freeMaxTokens : maxTokens;
  return {
    model,
    messages: withSystem(system, history),
    ...(limit === null ? {} : { maxTokens: limit }),
    extra: { ...fields, ...free },
  };
}

/** Many chat templates take one system message only, and only as the first. */
function withSystem(system: string, history: readonly ChatMessage[]): readonly ChatMessage[] {
  if (system.trim() === '') return history;
  const [first, ...rest] = history;
  if (first?.role !== 'system') return [{ role: 'system', content: system }, ...history];
  return [{ role: 'system', content: `${system}\n\n${String(first.content)}` }, ...rest];
}
