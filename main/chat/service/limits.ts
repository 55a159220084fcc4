import {
  addKind,
  addKinds,
  countKinds,
  estimateCount,
  type KindCounts,
  noKinds,
} from '../../../common/tokens.ts';
import type { Model } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Estimator } from './calibration.ts';
import { bodySize, type CompletionRequest } from './completion.ts';
import { knownModels } from './known-models.ts';
import { defaultMaxTokens, largestBody } from './service.ts';

/** Counts a message's texts, and its tool calls as JSON. */
function addMessage(
  to: KindCounts,
  message: { readonly content: Json; readonly tool_calls?: Json },
) {
  const { content, tool_calls: calls } = message;
  addKind(to, 'messages');
  for (const text of textsOf(content)) addKinds(to, countKinds(text));
  if (calls !== undefined) addKinds(to, countKinds(JSON.stringify(calls)));
}

/** Returns the texts in a list of parts; for images see `unloaded`. */
function textsOf(content: Json): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const isText = typeof part === 'object' && part !== null && 'text' in part;
    return isText && typeof part.text === 'string' ? [part.text] : [];
  });
}

function kindsOf(messages: CompletionRequest['messages']): KindCounts {
  const counts = noKinds();
  for (const message of messages) addMessage(counts, message);
  return counts;
}

/** Estimates a message's tokens with an unknown tokenizer. */
export const estimateMessage = (message: CompletionRequest['messages'][number]): number =>
  Math.ceil(estimateCount(kindsOf([message])));

/** Counts tools: models read their schemas about as they are sent. */
export function kindsOfTools({ extra }: Pick<CompletionRequest, 'extra'>): KindCounts {
  return extra?.tools === undefined ? noKinds() : countKinds(JSON.stringify(extra.tools));
}

/** Returns the kinds of text in a request's whole input. */
export function kindsOfInput(request: Pick<CompletionRequest, 'messages' | 'extra'>): KindCounts {
  const counts = kindsOf(request.messages);
  if (request.messages.length > 0) addKind(counts, 'requests');
  addKinds(counts, kindsOfTools(request));
  return counts;
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

/** How much models differ for an image, as a share of the estimate. */
const imageMargin = 0.5;

/** The result of checking a request without sending it, in tokens or bytes. */
export interface Assessment {
  readonly model: string;
  readonly inputTokens: number;
  /** Tokens of the offered tools and a system message. */
  readonly toolTokens: number;
  readonly systemTokens: number;
  /** The service's count may differ by this much. */
  readonly margin: number;
  readonly maxTokens: number;
  /** The request has no max_tokens: the service's default counts. */
  readonly maxTokensAssumed: boolean;
  readonly contextLength: number | null;
  readonly bodyBytes: number;
  readonly bodyLimit: number;
  readonly images: number;
  /** Too long by the estimate, but within the margin. */
  readonly tight: boolean;
  /** Reasons why the service would refuse it, most important first. */
  readonly problems: readonly AppError[];
}

/**
 * Checks a request. Input plus max_tokens must not exceed the model's context length (spec, "Limits"). The default of
 * 32,768 is the service's, so it applies to the models in its document.
 */
export function assess(
  request: CompletionRequest,
  model: (Pick<Model, 'contextLength' | 'imageInput'> & Partial<Model>) | undefined,
  estimate: Estimator,
): Assessment {
  const named =
    knownModels.some(({ id }) => id === request.model) || typeof model?.parameters === 'string';
  const maxTokens = request.maxTokens ?? (named ? defaultMaxTokens : 0);
  const text = estimate(kindsOfInput(request));
  const { bytes: imageBytes = 0, tokens: imageTokens = 0 } = request.unloaded ?? {};
  const inputTokens = text.tokens + imageTokens;
  const margin = text.margin + Math.ceil(imageTokens * imageMargin);
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
    toolTokens: estimate(kindsOfTools(request)).tokens,
    systemTokens: estimate(kindsOf(request.messages.filter(({ role }) => role === 'system')))
      .tokens,
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
