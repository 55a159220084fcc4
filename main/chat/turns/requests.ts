import { parseJson } from '../../../common/texts/json.ts';
import type { AnswerFormat } from '../../../preload/contract/chat/answer-format.ts';
import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { Parameters } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Attachments } from '../attachments/index.ts';
import type { HistoryEntry, StoredConversation } from '../conversations/index.ts';
import type { ChatMessage, CompletionRequest, UnloadedImages } from '../service/index.ts';
import { type AttachedContent, loadTexts, readingTool, weighImages } from './attachment-content.ts';
import type { ChatContext, ChatGenai } from './context.ts';
import { fromFirstSent, toHistory } from './history.ts';

/** Asks a model to continue its cut answer. Not shown and not stored. */
export const continueInstruction: ChatMessage = {
  role: 'user',
  content:
    'Continue your last message exactly where it stopped. Repeat nothing of it and do not mention the interruption.',
};

/** Returns the conversation's model, or the first of the live list. @throws AppError `model-not-chosen` */
export function modelOf(
  genai: Pick<ChatGenai, 'defaultModel'>,
  { systemId, model }: Pick<StoredConversation, 'systemId' | 'model'>,
): string {
  const chosen = model ?? genai.defaultModel(systemId);
  if (chosen === null) throw new AppError('model-not-chosen');
  return chosen;
}

/** The part of a branch that is sent. */
export interface PreparedBranch {
  readonly sent: readonly HistoryEntry[];
  /** What the request is made of; with a summary also what that was made of. */
  readonly inContext: readonly HistoryEntry[];
  readonly history: ChatMessage[];
  /** Number of turns of the branch that are not sent. */
  readonly leftOut: number;
  readonly images: UnloadedImages;
  /** Contents loaded for it. */
  readonly attached: AttachedContent;
  /** Files that could not be loaded: such a request is not sent. */
  readonly missing: readonly Attachment[];
}

/**
 * Loads texts of attachments; images are placeholders. Images of tools' results are left out unless all these models
 * are known to take images: nobody chose them for a model.
 */
export async function prepareBranch(
  {
    systems,
    genai,
    attachments,
  }: Pick<ChatContext, 'systems'> & {
    readonly genai: Pick<ChatGenai, 'models'>;
    readonly attachments: Pick<Attachments, 'missing' | 'text'>;
  },
  {
    systemId,
    startId,
    startSummary,
    imagesLeftOut,
  }: Pick<StoredConversation, 'systemId' | 'startId' | 'startSummary' | 'imagesLeftOut'>,
  branch: readonly HistoryEntry[],
  models: readonly string[],
): Promise<PreparedBranch> {
  const all = fromFirstSent(branch, startId);
  const left = branch.slice(0, branch.length - all.length);
  const sent = takeImages(genai.models(systemId), models) ? all : all.map(withoutResultFiles);
  const { texts, missing } = await loadTexts(attachments, sent, imagesLeftOut);
  const attached = { texts, imagesLeftOut };
  const history = toHistory(sent, attached, systems.get(systemId).reasoningBack);
  const images = weighImages(history, sent);
  const summary = left.length > 0 ? startSummary : null;
  if (summary !== null) history.unshift({ role: 'system', content: summaryNote(summary) });
  const leftOut = left.filter(({ role }) => role === 'user').length;
  const inContext = summary === null ? sent : branch;
  return { sent, inContext, history, leftOut, images, attached, missing };
}

function takeImages(known: ReturnType<ChatGenai['models']>, wanted: readonly string[]): boolean {
  const take = new Set(known.flatMap(({ id, imageInput }) => (imageInput === true ? [id] : [])));
  return wanted.length > 0 && wanted.every((id) => take.has(id));
}

function withoutResultFiles(entry: HistoryEntry): HistoryEntry {
  const isOther = ({ callId }: Attachment): boolean => callId === undefined;
  if (entry.attachments.every(isOther)) return entry;
  return { ...entry, attachments: entry.attachments.filter(isOther) };
}

/** Returns the error for a request's missing files; null if all exist. */
export function missingFiles({ missing }: Pick<PreparedBranch, 'missing'>): AppError | null {
  const [first] = missing;
  if (first === undefined) return null;
  const details = { name: first.name, files: missing.length };
  return new AppError('attachment-missing', { details });
}

/** Returns the tools that the conversation allows, and the one that reads references. */
export function toolsFor(
  tools: ChatContext['tools'],
  { systemId }: Pick<StoredConversation, 'systemId'>,
  { tools: chosen }: Parameters,
  sent: readonly HistoryEntry[],
): Json[] {
  const referred = sent.some(({ attachments }) =>
    attachments.some(({ mode }) => mode === 'reference'),
  );
  return tools.offered(referred ? [...chosen, readingTool] : chosen, systemId);
}

/** Returns whose texts a request contains besides the user's and the model's: tool servers and files. */
export function sourcesIn(
  tools: ChatContext['tools'],
  entries: readonly HistoryEntry[],
): readonly string[] {
  const files = entries.flatMap(({ attachments }) =>
    attachments.map(({ name, source }) => source?.server ?? name),
  );
  const called = entries.flatMap(({ toolCalls }) =>
    toolCalls.filter(({ result }) => result !== null).map(({ name }) => name),
  );
  return [...new Set([...tools.sourcesOf(called), ...files])];
}

function summaryNote(summary: string): string {
  return `Summary of the earlier part of this conversation:\n\n${summary}`;
}

/** For follow-up requests of an answer: there is only one of it. */
export function forSingleAnswer({
  extra: { n: _, ...extra },
  ...parameters
}: Parameters): Parameters {
  return { ...parameters, choices: 1, extra };
}

/** Returns a request with a conversation's parameters; the user's free fields come last. */
export function toRequest(
  model: string,
  history: readonly ChatMessage[],
  parameters: Parameters,
  tools: readonly Json[] = [],
  images: UnloadedImages = { bytes: 0, tokens: 0 },
): CompletionRequest {
  const { system, maxTokens, temperature, topP, seed, stop, choices, stream, format, extra } =
    parameters;
  const fields: Record<string, Json> = {};
  if (temperature !== null) fields.temperature = temperature;
  if (topP !== null) fields.top_p = topP;
  if (seed !== null) fields.seed = seed;
  if (stop.length > 0) fields.stop = stop;
  if (choices > 1) fields.n = choices;
  if (format !== null) fields.response_format = toResponseFormat(format);
  if (tools.length > 0) fields.tools = [...tools];
  const { max_tokens: freeMaxTokens, ...free } = extra;
  const limit = typeof freeMaxTokens === 'number' ? freeMaxTokens : maxTokens;
  return {
    model,
    messages: withSystem(system, history),
    ...(limit === null ? {} : { maxTokens: limit }),
    extra: { ...fields, ...free },
    ...(stream ? {} : { whole: true }),
    ...(images.bytes === 0 ? {} : { unloaded: images }),
  };
}

function toResponseFormat({ name, schema, strict }: AnswerFormat): Json {
  const rules = parseJson(schema) as Json;
  return { type: 'json_schema', json_schema: { name, schema: rules, strict } };
}

/** Returns the format that an answer is checked against; a format in the free fields is the user's own. */
export function answerFormatOf({ format, extra }: Parameters): { readonly format?: AnswerFormat } {
  return format === null || Object.hasOwn(extra, 'response_format') ? {} : { format };
}

/** Without a format: the rest of a cut answer does not match one by itself. */
export function withoutFormat({
  extra: { response_format: _, ...extra },
  ...parameters
}: Parameters): Parameters {
  return { ...parameters, format: null, extra };
}

/** Many chat templates accept only one system message, and only as the first. */
function withSystem(system: string, history: readonly ChatMessage[]): readonly ChatMessage[] {
  if (system.trim() === '') return history;
  const [first, ...rest] = history;
  if (first?.role !== 'system') return [{ role: 'system', content: system }, ...history];
  return [{ role: 'system', content: `${system}\n\n${String(first.content)}` }, ...rest];
}
