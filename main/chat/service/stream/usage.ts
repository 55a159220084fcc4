/** Tokens as the server counted them. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Input tokens from the server's cache; absent if not reported. */
  readonly cachedTokens?: number;
  /** Output tokens of reasoning; absent if not reported. */
  readonly reasoningTokens?: number;
}

/**
 * Reads `prompt_tokens` and `completion_tokens` (or `input_tokens`, `output_tokens`), with their cached and reasoning
 * parts: in OpenAI's `…_details`, or in the fields of DeepSeek (`prompt_cache_hit_tokens`) and SGLang
 * (`reasoning_tokens`).
 */
export function toUsage(usage: unknown): TokenUsage | null {
  if (typeof usage !== 'object' || usage === null) return null;
  const fields = usage as Readonly<Record<string, unknown>>;
  const input = fields.prompt_tokens ?? fields.input_tokens;
  const output = fields.completion_tokens ?? fields.output_tokens;
  if (!isCount(input) && !isCount(output)) return null;
  const cached =
    fieldIn(fields.prompt_tokens_details ?? fields.input_tokens_details, 'cached_tokens') ??
    fields.prompt_cache_hit_tokens;
  const reasoning =
    fieldIn(fields.completion_tokens_details ?? fields.output_tokens_details, 'reasoning_tokens') ??
    fields.reasoning_tokens;
  return {
    inputTokens: isCount(input) ? input : 0,
    outputTokens: isCount(output) ? output : 0,
    ...(isCount(cached) ? { cachedTokens: cached } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
}

function fieldIn(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
