import { AppError } from '../../preload/contract/errors.ts';
import type { Model } from '../../preload/contract/genai.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import { estimateTokens } from '../../preload/contract/tokens.ts';
import type { Trust } from './calibration.ts';
import { bodySize, type CompletionRequest } from './completion.ts';
import { knownModels } from './known-models.ts';
import { defaultMaxTokens, largestBody } from './service.ts';

/** Four tokens a message for its role and marks, as most templates have it; its tool calls as JSON. */
export function estimateMessage(message: {
  readonly content: Json;
  readonly tool_calls?: Json;
}): number {
  const { content, tool_calls: calls } = message;
  return 4 + contentTokens(content) + (calls === undefined ? 0 : jsonTokens(calls));
}

const jsonTokens = (value: Json): number => estimateTokens(JSON.stringify(value));

/** What the tools on offer take: models read their schemas about as they are sent. */
export function estimateTools({ extra }: Pick<CompletionRequest, 'extra'>): number {
  return extra?.tools === undefined ? 0 : jsonTokens(extra.tools);
}

/** Of a list of parts the texts; images count by `unloaded` of their request. */
function contentTokens(content: Json): number {
  if (typeof content === 'string') return estimateTokens(content);
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>((sum, part) => {
    const isText = typeof part === 'object' && part !== null && 'text' in part;
    return isText && typeof part.text === 'string' ? sum + estimateTokens(part.text) : sum;
  }, 0);
}

export function estimateInput(request: Pick<CompletionRequest, 'messages' | 'extra'>): number {
  const messages = request.messages.reduce((sum, message) => sum + estimateMessage(message), 0);
  return messages + estimateTools(request);
}

function systemMessages({ messages }: Pick<CompletionRequest, 'messages'>): number {
  return messages
    .filter(({ role }) => role === 'system')
    .reduce((sum, message) => sum + estimateMessage(message), 0);
}

export function countImages({ messages }: Pick<CompletionRequest, 'messages'>): number {
  return messages.reduce((sum, { content }) => {
    if (!Array.isArray(content)) return sum;
    const images = content.filter(
      (part) => typeof part === 'object' && part !== null && 'image_url' in part,
    );
    return sum + images.length;
  }, 0);
}

/** What models make of an image differs by as much, as a share of the estimate. */
const imageMargin = 0.5;

/** A request judged without sending it, all figures in tokens or bytes. */
export interface Assessment {
  readonly model: string;
  readonly inputTokens: number;
  /** Of these, what the tools on offer and a system message take. */
  readonly toolTokens: number;
  readonly systemTokens: number;
  /** The service may count as many more or fewer. */
  readonly margin: number;
  readonly maxTokens: number;
  /** The request leaves max_tokens out: it is the service's default that counts. */
  readonly maxTokensAssumed: boolean;
  readonly contextLength: number | null;
  readonly bodyBytes: number;
  readonly bodyLimit: number;
  readonly images: number;
  /** Too long by the estimate, though not by so much that it must be. */
  readonly tight: boolean;
  /** What the service would refuse, the first first. */
  readonly problems: readonly AppError[];
}

/**
 * Input plus max_tokens must not exceed the model's context length (spec, "Limits"). The default of
 * 32,768 is the service's, so it counts for the models that its document names.
 */
export function assess(
  request: CompletionRequest,
  model: Pick<Model, 'contextLength' | 'imageInput'> | undefined,
  trust: Trust,
): Assessment {
  const named = knownModels.some(({ id }) => id === request.model);
  const maxTokens = request.maxTokens ?? (named ? defaultMaxTokens : 0);
  const textTokens = Math.ceil(estimateInput(request) * trust.ratio);
  const { bytes: imageBytes = 0, tokens: imageTokens = 0 } = request.unloaded ?? {};
  const inputTokens = textTokens + imageTokens;
  const margin = Math.ceil(textTokens * trust.margin + imageTokens * imageMargin);
  const contextLength = model?.contextLength ?? null;
  const bodyBytes = bodySize(request) + imageBytes;
  const images = countImages(request);

  const problems: AppError[] = [];
  if (bodyBytes > largestBody) {
    problems.push(
      new AppError('request-too-large', { details: { size: bodyBytes, limit: largestBody } }),
    );
  }
  if (contextLength !== null && inputTokens - margin + maxTokens > contextLength) {
    const details = { model: request.model, inputTokens, maxTokens, contextLength };
    problems.push(new AppError('context-overflow', { details: { ...details, estimated: true } }));
  }
  if (images > 0 && model?.imageInput === false) {
    problems.push(
      new AppError('image-not-supported', { details: { model: request.model, images } }),
    );
  }
  return {
    model: request.model,
    inputTokens,
    toolTokens: Math.ceil(estimateTools(request) * trust.ratio),
    systemTokens: Math.ceil(systemMessages(request) * trust.ratio),
    margin,
    maxTokens,
    maxTokensAssumed: request.maxTokens === undefined,
    contextLength,
    bodyBytes,
    bodyLimit: largestBody,
    images,
    tight: contextLength !== null && inputTokens + margin + maxTokens > contextLength,
    problems,
  };
}
