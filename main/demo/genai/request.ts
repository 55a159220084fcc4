import { parseJson } from '../../../common/texts/json.ts';
import { isRecord } from '../files.ts';
import { GenaiError } from './errors.ts';
import { type DemoModel, models } from './models.ts';
import { estimateTokens } from './tokens.ts';

/** An image of a message, by its data URL. */
export interface ImageInput {
  readonly mimeType: string;
  readonly bytes: Buffer;
}

export interface ChatMessage {
  readonly role: string;
  readonly text: string;
  readonly images: readonly ImageInput[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A chat completion request that has passed every check. */
export interface ChatRequest {
  readonly model: DemoModel;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxTokens: number;
  readonly promptTokens: number;
  readonly tools: readonly ToolDefinition[];
  /** A tool that must be called: by name, or `required` for any of them; `none` forbids calls. */
  readonly toolChoice: 'auto' | 'none' | 'required' | { readonly name: string };
  readonly reasoning: boolean;
}

/** The spec's default of generated tokens without `max_tokens`. */
export const defaultMaxTokens = 32_768;

/** Tokens that the demo counts for an image. */
const imageTokens = 256;
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);

/** Checks the body of `POST /v1/chat/completions`; throws GenaiError (400, 404). */
export function parseChatRequest(body: Buffer): ChatRequest {
  const json = bodyOf(body);
  const model = findModel(json.model);
  const messages = parseMessages(json.messages);
  if (!model.imageInput && messages.some((message) => message.images.length > 0)) {
    throw invalid(`${model.id} does not take images.`, 'messages', 'image_not_supported');
  }
  const maxTokens = parseMaxTokens(json.max_tokens ?? json.max_completion_tokens);
  const promptTokens = countPrompt(messages, json.tools);
  if (promptTokens + maxTokens > model.contextLength) {
    throw invalid(
      `This model's maximum context length is ${model.contextLength} tokens. However, you requested ${promptTokens + maxTokens} tokens (${promptTokens} in the messages, ${maxTokens} in the completion). Please reduce the length of the messages or completion.`,
      'messages',
      'context_length_exceeded',
    );
  }
  return {
    model,
    messages,
    stream: parseBoolean(json.stream, 'stream'),
    includeUsage: isRecord(json.stream_options) && json.stream_options.include_usage === true,
    maxTokens,
    promptTokens,
    tools: parseTools(json.tools),
    toolChoice: parseToolChoice(json.tool_choice),
    reasoning: json.reasoning_effort !== 'none',
  };
}

function bodyOf(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = parseJson(body.toString('utf8'));
    if (isRecord(json)) return json;
  } catch (error) {
    throw invalid(`The body is ${(error as Error).message}`);
  }
  throw invalid('The body must be a JSON object.');
}

function findModel(id: unknown): DemoModel {
  if (typeof id !== 'string' || id === '') throw invalid('model is required.', 'model');
  const model = models.find((one) => one.id === id);
  if (model) return model;
  throw new GenaiError(404, `The model ${id} does not exist.`, {
    code: 'model_not_found',
    param: 'model',
  });
}

function parseMessages(value: unknown): ChatMessage[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw invalid('messages must be an array of at least one object.', 'messages');
  }
  return value.map((message: unknown, index) => parseMessage(message, `messages[${index}]`));
}

function parseMessage(message: unknown, path: string): ChatMessage {
  if (!isRecord(message)) throw invalid(`${path} must be an object.`, path);
  const { role, content } = message;
  if (typeof role !== 'string' || !roles.has(role)) {
    throw invalid(`${path}.role is not a known role.`, `${path}.role`);
  }
  if (typeof content === 'string') return { role, text: content, images: [] };
  if (Array.isArray(content)) return { role, ...parseParts(content, `${path}.content`) };
  const callsTools = role === 'assistant' && Array.isArray(message.tool_calls);
  if (callsTools && (content === null || content === undefined)) {
    return { role, text: '', images: [] };
  }
  throw invalid(`${path}.content must be a string or an array of parts.`, `${path}.content`);
}

function parseParts(parts: unknown[], path: string): { text: string; images: ImageInput[] } {
  const texts: string[] = [];
  const images: ImageInput[] = [];
  for (const [index, part] of parts.entries()) {
    if (isRecord(part) && part.type === 'text' && typeof part.text === 'string') {
      texts.push(part.text);
    } else if (isRecord(part) && part.type === 'image_url' && isRecord(part.image_url)) {
      images.push(parseDataUrl(part.image_url.url, `${path}[${index}].image_url.url`));
    } else {
      throw invalid(`${path}[${index}] is neither text nor image_url.`, `${path}[${index}]`);
    }
  }
  return { text: texts.join('\n'), images };
}

function parseDataUrl(url: unknown, path: string): ImageInput {
  // Only the start is matched: the data may be tens of megabytes.
  const head = typeof url === 'string' ? /^data:(image\/[a-z]+);base64,/.exec(url) : null;
  const mimeType = head?.[1];
  if (typeof url !== 'string' || !head || !mimeType || !imageTypes.has(mimeType)) {
    throw invalid('Images are taken as base64 data URLs (png, jpeg, webp, gif) only.', path);
  }
  const bytes = Buffer.from(url.slice(head[0].length), 'base64');
  if (bytes.length === 0) throw invalid('The image is empty or not base64.', path);
  return { mimeType, bytes };
}

function parseMaxTokens(value: unknown): number {
  if (value === undefined || value === null) return defaultMaxTokens;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw invalid('max_tokens must be a positive integer.', 'max_tokens');
}

function parseBoolean(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw invalid(`${name} must be true or false.`, name);
}

function parseTools(value: unknown): ToolDefinition[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid('tools must be an array.', 'tools');
  return value.map((tool: unknown, index) => {
    const definition = isRecord(tool) ? tool.function : undefined;
    if (!isRecord(definition) || typeof definition.name !== 'string') {
      throw invalid(`tools[${index}].function.name is required.`, `tools[${index}]`);
    }
    const parameters = isRecord(definition.parameters) ? definition.parameters : {};
    return { name: definition.name, parameters };
  });
}

function parseToolChoice(value: unknown): ChatRequest['toolChoice'] {
  if (value === 'none' || value === 'required') return value;
  if (isRecord(value) && isRecord(value.function) && typeof value.function.name === 'string') {
    return { name: value.function.name };
  }
  return 'auto';
}

function countPrompt(messages: readonly ChatMessage[], tools: unknown): number {
  const perMessage = messages.map(
    ({ text, images }) => 4 + estimateTokens(text) + images.length * imageTokens,
  );
  const forTools = Array.isArray(tools) ? estimateTokens(JSON.stringify(tools)) : 0;
  return perMessage.reduce((sum, tokens) => sum + tokens, forTools);
}

function invalid(message: string, param?: string, code?: string): GenaiError {
  return new GenaiError(400, message, {
    ...(param !== undefined && { param }),
    ...(code !== undefined && { code }),
  });
}
