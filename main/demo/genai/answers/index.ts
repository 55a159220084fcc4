import { imageSize } from '../image-size.ts';
import type { ChatMessage, ChatRequest, ImageInput } from '../request.ts';
import { english } from './english.ts';
import { splitFiles } from './files.ts';
import { japanese } from './japanese.ts';
import { asksForJobs, jobsIn } from './jobs.ts';
import { asksForStates, historyIn, statesIn, timeIn } from './machines.ts';
import type { Phrases } from './phrases.ts';
import { findSum } from './sum.ts';
import { planToolCalls, type ToolCall } from './tool-calls.ts';

/** The demo's answer: a function of the request alone. */
export interface Answer {
  readonly reasoning: string;
  readonly content: string;
  readonly toolCalls: readonly ToolCall[];
}

type Kind =
  | 'tools'
  | 'tool-off'
  | 'files'
  | 'images'
  | 'sum'
  | 'long'
  | 'code'
  | 'table'
  | 'maths'
  | 'diagram'
  | 'greeting'
  | 'general';

const kindNames: Readonly<Record<Kind, readonly [english: string, japanese: string]>> = {
  tools: ['tool results', 'ツールの結果'],
  'tool-off': ['a tool', 'ツール'],
  files: ['a look at files', 'ファイルの確認'],
  images: ['a look at images', '画像の確認'],
  sum: ['a sum', '計算'],
  long: ['a long answer', '長い回答'],
  code: ['code', 'コード'],
  table: ['a table', '表'],
  maths: ['maths', '数式'],
  diagram: ['a diagram', '図'],
  greeting: ['an introduction', '自己紹介'],
  general: ['advice', '助言'],
};

const patterns: readonly (readonly [Kind, RegExp])[] = [
  ['long', /long answer|長い(?:回答|答え|文章)/i],
  ['code', /\bcode\b|\bprogram\b|\bscript\b|コード|プログラム|スクリプト/i],
  ['table', /\btable\b|表(?:を|に|で)|一覧表/i],
  ['maths', /\bmaths?\b|\bformula|\bequation|数式|数学/i],
  ['diagram', /\bdiagram\b|\bflowchart\b|図(?:を|に|で)/i],
  ['greeting', /^(?:hello|hi|hey|help)\b|^(?:こんにちは|はじめまして|ヘルプ)/i],
];

/** Plans the whole answer to a checked request. */
export function answer(request: ChatRequest): Answer {
  const question = lastQuestion(request.messages);
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(question);
  const phrases = isJapanese ? japanese : english;
  const title = titleIn(question);
  if (title !== undefined) return { reasoning: '', content: title, toolCalls: [] };
  const think = (kind: Kind): string => {
    const [inEnglish, inJapanese] = kindNames[kind];
    return request.reasoning
      ? phrases.thinking(shorten(question), isJapanese ? inJapanese : inEnglish)
      : '';
  };
  const toolCalls = planToolCalls(request, question);
  if (toolCalls.length > 0) {
    const names = toolCalls.map(({ name }) => name);
    return {
      reasoning: think('tools'),
      // the notice stands below the answer that follows
      content: phrases.toolCallIntro(names),
      toolCalls,
    };
  }
  const kind = kindOf(request.messages, question);
  return {
    reasoning: think(kind),
    content: `${write(kind, phrases, request.messages, question)}\n\n${phrases.notice}`,
    toolCalls: [],
  };
}

/** Returns a title, the conversation's first words, if the question asks for one. */
function titleIn(question: string): string | undefined {
  if (!question.startsWith('Give this conversation a title')) return undefined;
  const [, first = ''] = question.split('\nuser: ');
  return shorten(first.split('\n')[0] ?? '', 40);
}

/** Returns the text of the user's last message, on which everything depends. */
export function lastQuestion(messages: readonly ChatMessage[]): string {
  return messages.findLast(({ role }) => role === 'user')?.text.trim() ?? '';
}

function kindOf(messages: readonly ChatMessage[], question: string): Kind {
  if (messages.at(-1)?.role === 'tool') return 'tools';
  if (lastImages(messages).length > 0) return 'images';
  const { files, words } = splitFiles(question);
  const named = patterns.find(([, pattern]) => pattern.test(words))?.[0];
  if (named !== undefined) return named;
  if (files.length > 0) return 'files';
  if (asksForStates(words) || asksForJobs(words)) return 'tool-off';
  return findSum(words) ? 'sum' : 'general';
}

function write(
  kind: Kind,
  phrases: Phrases,
  messages: readonly ChatMessage[],
  question: string,
): string {
  switch (kind) {
    case 'tools':
      return answerTools(toolResults(messages), phrases, question);
    case 'tool-off':
      return phrases.toolOff(asksForJobs(question) ? 'jobs' : 'machine_states');
    case 'files':
      return phrases.files(splitFiles(question).files);
    case 'images':
      return phrases.images(lastImages(messages).map((image, i) => describe(image, i, phrases)));
    case 'sum': {
      const sum = findSum(question);
      return sum ? phrases.sum(sum.expression, sum.value) : phrases.general(quote(question));
    }
    case 'long':
      return [
        phrases.longTitle(quote(question)),
        ...Array.from({ length: 40 }, (_, index) => phrases.longSection(index)),
      ].join('\n');
    case 'general':
      return phrases.general(quote(question));
    default:
      return phrases[kind];
  }
}

function toolResults(messages: readonly ChatMessage[]): string[] {
  const firstOfRun = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  return messages.slice(firstOfRun).map(({ text }) => text);
}

/** Answers with the results of the app's own tools; those of others are shown as they are. */
function answerTools(results: readonly string[], phrases: Phrases, question: string): string {
  return results
    .map((result) => {
      const states = statesIn(result);
      if (states) return phrases.machines(states, question);
      const time = timeIn(result);
      if (time) return phrases.time(time.local, time.utc);
      const jobs = jobsIn(result);
      if (jobs) return phrases.jobs(jobs);
      const history = historyIn(result);
      if (history) return phrases.history(history.machine, history.availability);
      if (result === 'The user did not allow this call.') return phrases.refused;
      const sum = findSum(question);
      if (sum?.value === result) return phrases.sum(sum.expression, sum.value);
      return phrases.toolResults([shorten(result, 2000)]);
    })
    .join('\n\n');
}

function lastImages(messages: readonly ChatMessage[]): readonly ImageInput[] {
  return messages.findLast(({ role }) => role === 'user')?.images ?? [];
}

function describe(image: ImageInput, index: number, phrases: Phrases): string {
  const size = imageSize(image.bytes);
  const pixels = size ? `${size.width} × ${size.height} px` : '? × ? px';
  return phrases.image(index + 1, image.mimeType, `${image.bytes.length} bytes`, pixels);
}

function quote(question: string): string {
  return shorten(question, 400).replaceAll('\n', '\n> ');
}

function shorten(text: string, length = 120): string {
  const characters = Array.from(text.slice(0, 4 * length));
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text;
}
