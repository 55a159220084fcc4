import { parseJson } from '../../../common/texts/json.ts';
import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { isLeftOut } from '../../../preload/contract/chat/left-out.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { ReasoningBack } from '../../../preload/contract/systems/systems.ts';
import type { HistoryEntry } from '../conversations/index.ts';
import type { ChatMessage } from '../service/index.ts';
import {
  type AttachedContent,
  joinTexts,
  noAttachments,
  type Part,
  resultFiles,
  withAttachments,
} from './attachment-content.ts';

/**
 * Returns the messages to send for a branch, first message first: contents, and reasoning if it is wanted back. A
 * partial answer stays, because the user saw it; an empty one is left out. Its question may be left out too, which the
 * thread shows. Messages of one role that then follow each other are joined, and an answer without a question gets a
 * message before it: many chat templates refuse anything else. An answer below a cut one continues its text. Files of an
 * answer, such as one from another program, are sent with the next question: only questions can have files.
 * @param reasoningBack `in-tool-rounds`: with the calls after the last question
 */
export function toHistory(
  branch: readonly Omit<HistoryEntry, 'id'>[],
  attached: AttachedContent = noAttachments,
  reasoningBack: ReasoningBack = 'never',
): ChatMessage[] {
  const lastQuestion = branch.findLastIndex(({ role }) => role === 'user');
  const history: (ChatMessage | Text)[] = [];
  let answered: readonly Attachment[] = [];
  /** How the last answer is gone on with. */
  let gap = '';
  for (const [at, entry] of branch.entries()) {
    const { role, content, toolCalls, attachments } = entry;
    const ofResults = attachments.filter(({ callId }) => callId !== undefined);
    if (role === 'assistant') {
      answered = [...answered, ...attachments.filter(({ callId }) => callId === undefined)];
    }
    if (toolCalls.length > 0) {
      const wanted = reasoningBack === 'in-tool-rounds' ? at > lastQuestion : true;
      const thoughts = reasoningBack !== 'never' && wanted ? thoughtsOf(entry) : {};
      const before = isAnswer(history.at(-1)) ? history.pop() : undefined;
      const said = before === undefined ? '' : `${String(before.content)}${gapTo(content, gap)}`;
      history.push(...callsAndResults(`${said}${content}`, toolCalls, thoughts));
      if (ofResults.length > 0) {
        history.push({ role: 'user', content: resultFiles(ofResults, attached) });
      }
      continue;
    }
    if (role === 'assistant' && content.trim() === '') continue;
    if (isLeftOut(entry, branch[at + 1]) === true) continue;
    const last = history.at(-1);
    if (role === 'user') {
      const whole = withAttachments(content, attachments, attached, answered);
      answered = [];
      if (isText(last) && last.role === role) {
        last.content = joinTexts([...toParts(last.content), ...toParts(whole)]);
      } else history.push({ role, content: whole });
    } else {
      if (isText(last) && last.role === role) {
        last.content = `${String(last.content)}${gap}${content}`;
      } else {
        const thoughts = reasoningBack === 'always' ? thoughtsOf(entry) : {};
        history.push({ role, content, ...thoughts });
      }
      gap = isCut(entry) ? '' : '\n\n';
    }
  }
  if (isAnswer(history[0])) history.unshift({ role: 'user', content: nothingAsked });
  return history;
}

/** Placeholder for a missing question before an answer. */
const nothingAsked = '(The message before this answer is not available.)';

/** Returns whether an answer is incomplete, so that the messages after it continue it. */
function isCut({ state, finishReason }: Pick<HistoryEntry, 'state' | 'finishReason'>): boolean {
  return state !== 'complete' || finishReason === 'length';
}

const gapTo = (content: string, gap: string): string => (content === '' ? '' : gap);

interface Text {
  readonly role: 'user' | 'assistant';
  content: string | Part[];
  readonly [field: string]: Json;
}

/** Returns the reasoning in the field in which it came; if that was not stored, in the most common one. */
function thoughtsOf({
  reasoning = '',
  reasoningField = 'reasoning_content',
}: Pick<HistoryEntry, 'reasoning' | 'reasoningField'>): Readonly<Record<string, Json>> {
  return reasoning === '' ? {} : { [reasoningField]: reasoning };
}

function toParts(content: string | Part[]): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function isAnswer(message: ChatMessage | Text | undefined): message is Text {
  return isText(message) && message.role === 'assistant';
}

function isText(message: ChatMessage | Text | undefined): message is Text {
  return message !== undefined && message.role !== 'tool' && !('tool_calls' in message);
}

/** Every call must be followed by a result, even if it has none. */
function callsAndResults(
  content: string,
  calls: Message['toolCalls'],
  thoughts: Readonly<Record<string, Json>>,
): ChatMessage[] {
  return [
    {
      role: 'assistant',
      content: content === '' ? null : content,
      ...thoughts,
      tool_calls: calls.map(({ id, name, arguments: text }) => ({
        id,
        type: 'function',
        function: { name: sentName(name), arguments: isJson(text) ? text : '{}' },
      })),
    },
    ...calls.map(
      ({ id, result }): ChatMessage => ({
        role: 'tool',
        tool_call_id: id,
        content: result ?? 'This call was not run.',
      }),
    ),
  ];
}

/**
 * Returns a function name that strict servers accept: names from other programs and unusual servers contain dots and
 * more.
 */
export function sentName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the branch from the first message that the user chose to send; all of it without one. */
export function fromFirstSent<T extends { readonly id: string }>(
  branch: readonly T[],
  startId: string | null,
): readonly T[] {
  const start = startId === null ? -1 : branch.findIndex(({ id }) => id === startId);
  return start <= 0 ? branch : branch.slice(start);
}
