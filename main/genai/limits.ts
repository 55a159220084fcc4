import { AppError } from '../../preload/contract/errors.ts';
import { knownModels } from './known-models.ts';

/** spec/genai-service.md, "Limits". */
export const defaultMaxTokens = 32_768;
export const largestBody = 32 * 1024 * 1024;
export const requestLimit = 600_000;

/**
 * Tokens that a text will probably count for: a quarter of one for most characters, a whole one for
 * Chinese, Japanese and Korean ones. Servers count differently, model by model.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x2e80) wide += 1;
  return wide + Math.ceil((text.length - wide) / 4);
}

/** The estimate may be too high by this much before a request is refused on the strength of it. */
const certainty = 0.7;

export interface ContextCheck {
  readonly model: string;
  readonly contextLength: number | null;
  readonly inputTokens: number;
  /** As asked for; null when the request leaves it out. */
  readonly maxTokens: number | null;
}

/**
 * Input plus max_tokens must not exceed the model's context length. The default of 32,768 is the
 * service's, so it counts for the models that its document names.
 * @throws AppError `context-overflow`, with the numbers
 */
export function checkContext({ model, contextLength, inputTokens, maxTokens }: ContextCheck): void {
  if (contextLength === null) return;
  const named = knownModels.some(({ id }) => id === model);
  const output = maxTokens ?? (named ? defaultMaxTokens : 0);
  if (Math.floor(inputTokens * certainty) + output <= contextLength) return;
  throw new AppError('context-overflow', {
    details: { model, inputTokens, maxTokens: output, contextLength, estimated: true },
  });
}

/** @throws AppError `request-too-large` when the body has more than 32 MB */
export function checkBody(size: number): void {
  if (size <= largestBody) return;
  throw new AppError('request-too-large', { details: { size, limit: largestBody } });
}
