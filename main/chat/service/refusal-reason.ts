import type { ErrorMessage } from '../../base/network/refusal/index.ts';

/** Why a service refuses a well-formed request. */
export type RefusalReason =
  | 'context-overflow'
  | 'image-not-supported'
  | 'model-gone'
  | 'format-refused';

/** Token counts in a refusal. */
export interface TokenFigures {
  readonly contextLength?: number;
  readonly inputTokens?: number;
  readonly maxTokens?: number;
}

/**
 * Returns the reason of a refusal, by its codes or by the text of servers without codes: OpenAI, Azure, vLLM, SGLang,
 * TGI, llama-server, llama-cpp-python, Ollama, LM Studio, and LiteLLM and OpenRouter in front of these and others.
 */
export function refusalReason(words: ErrorMessage, status: number): RefusalReason | null {
  const marks = read(`${words.type} ${words.code}`).text;
  const { text, numbers } = read(words.text);
  const has = (phrase: string): boolean => text.includes(phrase);
  if (isGone(marks, text, status)) return 'model-gone';
  if (overflowMarks.some((mark) => marks.includes(mark))) return 'context-overflow';
  const isJudged = [400, 413, 422, 500].includes(status);
  if (isJudged && (overflows.some(has) || (contexts.some(has) && excesses.some(has)))) {
    return 'context-overflow';
  }
  const isNone = numbers[mostAllowed(text)] === 0;
  const isRefusal = isNone || (imageRefusals.some(has) && !imageKinds.some(has));
  if (status <= 500 && isRefusal) return 'image-not-supported';
  const isOfForm = formMarks.some((mark) => marks.includes(mark)) || formWords.some(has);
  return formStatuses.includes(status) && isOfForm ? 'format-refused' : null;
}

const formStatuses = [400, 404, 422, 500, 501];
const formMarks = ['response_format', 'invalid_json_schema'];
/** Texts about an answer's format; also about a tool's schema, so used only if a format was requested. */
const formWords = [
  'response_format',
  ' response format ',
  'json_schema',
  ' json schema ',
  ' structured output',
  'structured_output',
  'guided_json',
  ' guided decoding ',
  ' failed to parse grammar ',
  ' constrained decoding ',
];

/** Returns the numbers in a refusal for its length, from fields of their own or from its text. */
export function tokenFigures(words: ErrorMessage): TokenFigures {
  const { text, numbers } = read(words.text);
  const found = new Map<Role, number>();
  if (words.contextLength !== null) found.set('contextLength', words.contextLength);
  if (words.inputTokens !== null) found.set('inputTokens', words.inputTokens);
  for (const [phrase, ...roles] of places) {
    const at = text.indexOf(phrase);
    if (at < 0) continue;
    const before = numbersBefore(text, at);
    for (const [nth, role] of roles.entries()) {
      const value = numbers[before + nth];
      if (value !== undefined && value <= mostTokens && !found.has(role)) found.set(role, value);
    }
  }
  return Object.fromEntries(found);
}

/** Returns the index of the number of allowed images; -1 if there is none. */
function mostAllowed(text: string): number {
  const at = text.indexOf(' at most # image');
  return at < 0 ? -1 : numbersBefore(text, at);
}

const numbersBefore = (text: string, at: number): number => text.slice(0, at).split('#').length - 1;

type Role = keyof TokenFigures;

const mostTokens = 1e12;

/** Returns a text as lower-case words with one blank around each, `#` for numbers. Reads it once. */
function read(text: string): { readonly text: string; readonly numbers: readonly number[] } {
  const words: string[] = [];
  const numbers: number[] = [];
  for (const [word] of text.matchAll(/[A-Za-z0-9_,]+|[>+]|<=/g)) {
    const bare = word.replaceAll(',', '');
    if (bare === '') continue;
    const isNumber = /^\d+$/.test(bare);
    if (isNumber) numbers.push(Number(bare));
    words.push(isNumber ? '#' : bare.toLowerCase());
  }
  return { text: ` ${words.join(' ')} `, numbers };
}

const overflowMarks = ['context_length_exceeded', 'exceed_context', 'contextwindowexceeded'];

/** Texts with no other meaning. */
const overflows = [
  'contextwindowexceeded',
  ' prompt is too long ',
  ' prompt too long ',
  ' input is too long ',
  ' input length exceeds ',
  ' input tokens exceed ',
  ' exceeds the maximum number of tokens ',
  ' exceeds the maximum allowed length ',
  ' longer than the maximum model length ',
  ' inputs tokens + max_new_tokens must be ',
  ' inputs must have less than ',
  ' too many tokens ',
  ' too many input tokens ',
];

const contexts = [' context length ', ' context size ', ' context window ', ' context limit '];
const excesses = [
  ' maximum ',
  ' exceed',
  ' overflow',
  ' too long ',
  ' too large ',
  ' longer than ',
  ' reduce ',
  ' requested ',
];

const imageRefusals = [
  ' image input is not ',
  ' image inputs are not ',
  ' image is not supported ',
  ' images are not supported ',
  ' image content is not supported ',
  ' not support image',
  ' not support the image ',
  ' t support image',
  ' t support the image ',
  ' not support multimodal ',
  ' not support vision ',
  ' not a multimodal model ',
  ' not multimodal ',
  ' required for image input ',
  ' endpoints found that support image input ',
  ' image_url is only supported by ',
  ' unknown variant image_url ',
  ' unknown part type image',
];
/** Only this image is refused, not every image. */
const imageKinds = [' image format', ' image type', ' mime ', ' media type '];

const goneMarks = [
  'model_not_found',
  'deploymentnotfound',
  'model_decommissioned',
  'model_access_denied',
  'invalid_model ',
];
const gonePhrases = [
  ' invalid model ',
  ' no such model ',
  ' unknown model ',
  ' not a valid model id ',
  ' not allowed to access model ',
  ' try pulling it first ',
  ' deployment for this resource does not exist ',
];
const goneStatuses = [400, 401, 403, 404, 410, 422];

function isGone(marks: string, text: string, status: number): boolean {
  if (!goneStatuses.includes(status)) return false;
  if (goneMarks.some((mark) => marks.includes(mark))) return true;
  if (gonePhrases.some((phrase) => text.includes(phrase))) return true;
  const named = text.indexOf(' model ');
  if (named < 0) return false;
  // The name is in between and may have any length.
  const rest = text.slice(named);
  return [' does not exist ', ' not found ', ' has been decommissioned '].some((end) =>
    rest.includes(end),
  );
}

/** Where a refusal's text names each number; of several places for one, the first in the list counts. */
const places: readonly (readonly [phrase: string, ...roles: Role[]])[] = [
  [' # + # > # ', 'inputTokens', 'maxTokens', 'contextLength'],
  [' # tokens > # maximum ', 'inputTokens', 'contextLength'],
  [' inputs must have less than # tokens given # ', 'contextLength', 'inputTokens'],

  [' # maximum context length ', 'contextLength'],
  [' context length is # ', 'contextLength'],
  [' context length is only # ', 'contextLength'],
  [' context length of # ', 'contextLength'],
  [' context length of only # ', 'contextLength'],
  [' context length # ', 'contextLength'],
  [' context size of # ', 'contextLength'],
  [' context size # ', 'contextLength'],
  [' context window of # ', 'contextLength'],
  [' context window is # ', 'contextLength'],
  [' maximum model length of # ', 'contextLength'],
  [' maximum allowed length # ', 'contextLength'],
  [' number of tokens allowed # ', 'contextLength'],
  [' max_new_tokens must be <= # ', 'contextLength'],
  [' limit of # ', 'contextLength'],

  [' resulted in # ', 'inputTokens'],
  [' # in the messages ', 'inputTokens'],
  [' # tokens in the messages ', 'inputTokens'],
  [' # tokens from the input messages ', 'inputTokens'],
  [' # of text input ', 'inputTokens'],
  [' # input tokens ', 'inputTokens'],
  [' # inputs tokens ', 'inputTokens'],
  [' input # tokens ', 'inputTokens'],
  [' input length # ', 'inputTokens'],
  [' prompt # tokens ', 'inputTokens'],
  [' prompt length # ', 'inputTokens'],
  [' prompt total length # ', 'inputTokens'],
  [' prompt contains # tokens ', 'inputTokens'],
  [' request # tokens ', 'inputTokens'],
  [' requested tokens # ', 'inputTokens'],
  [' input token count # ', 'inputTokens'],
  [' keep the first # tokens ', 'inputTokens'],

  [' # in the completion ', 'maxTokens'],
  [' # tokens in the completion ', 'maxTokens'],
  [' # tokens for the completion ', 'maxTokens'],
  [' # in the output ', 'maxTokens'],
  [' # output tokens ', 'maxTokens'],
  [' # max_new_tokens ', 'maxTokens'],
  [' # max_tokens ', 'maxTokens'],
  [' is too large # ', 'maxTokens'],
];
