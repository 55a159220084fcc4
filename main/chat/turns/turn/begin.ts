import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { announceDraft, type StoredConversation } from '../../conversations/index.ts';
import type { ChatContext } from '../context.ts';
import { newMessage } from '../new-message.ts';
import type { Question } from '../question.ts';
import {
  formless,
  formOf,
  forOne,
  goOn,
  missingFiles,
  modelOf,
  toolsFor,
  toRequest,
  toSend,
} from '../requests.ts';
import { titleFrom } from '../titles.ts';
import type { Round } from './chain.ts';
import { namesOf } from './rounds.ts';

/** A checked question, of which nothing is stored yet. */
export interface PreparedQuestion extends Pick<Round, 'sent' | 'offered' | 'continues'> {
  /** The new message, if there is one. */
  readonly user: Message | null;
  /** The empty answer of each model, with its request. */
  readonly asked: readonly Pick<Round, 'answer' | 'request'>[];
}

/** @throws AppError as `Genai.check`; `attachment-missing` */
export async function prepareQuestion(
  context: ChatContext,
  question: Question,
): Promise<PreparedQuestion> {
  const { genai, tools, stores, now } = context;
  const { conversation, parent, continues = false, anyway } = question;
  const { id: conversationId, systemId } = conversation;
  const branch = parent === null ? [] : await stores.of(conversationId).branch(parent.id);
  const user = userMessage(question, now().toISOString());
  const whole = user === null ? branch : [...branch, user];
  const prepared = await toSend(context, conversation, whole);
  const missing = missingFiles(prepared);
  if (missing !== null) throw missing;
  const { sent, history, images } = prepared;
  if (continues) history.push(goOn);
  const { parameters: wanted } = conversation;
  const parameters = continues ? formless(forOne(wanted)) : wanted;
  const offered = toolsFor(tools, parameters, sent);
  const models = new Set(question.models ?? [modelOf(genai, conversation)]);
  // one time for all: it tells the window that these answers were requested together
  const at = now().toISOString();
  const asked = [...models].map((model) => ({
    request: toRequest(model, history, parameters, offered, images),
    answer: {
      ...newMessage(conversationId, user ?? parent, 'assistant', at),
      state: 'streaming' as const,
      model,
      ...formOf(parameters),
    },
  }));
  for (const { request } of asked) genai.check(systemId, request, { anyway });
  return { user, asked, sent, offered: namesOf(offered), continues };
}

function userMessage(
  { conversation, parent, text, files = [] }: Question,
  at: string,
): Message | null {
  if (text === null) return null;
  const message = newMessage(conversation.id, parent, 'user', at);
  return { ...message, content: text, attachments: [...files] };
}

/** Stores the user's message and the empty answers, and returns them. */
export async function storeQuestion(
  context: ChatContext,
  { conversation, files = [], isDraft, staysAt, queuedId }: Question,
  { user, asked }: PreparedQuestion,
): Promise<readonly Message[]> {
  const { id: conversationId } = conversation;
  const answers = asked.map(({ answer }) => answer);
  const [first] = answers;
  if (first === undefined) throw new AppError('model-not-chosen');
  const added = user === null ? answers : [user, ...answers];
  await context.stores.of(conversationId).begin({
    conversationId,
    title: titleFrom(user?.content || (user?.attachments[0]?.name ?? '')),
    model: first.model ?? '',
    leafId: staysAt ?? first.id,
    updatedAt: first.createdAt,
    messages: added,
    queuedId: queuedId ?? null,
    filesLeft: isDraft === true ? unsent(conversation, files) : null,
  });
  if (isDraft === true) await announceDraft(context, conversationId, null);
  return added;
}

/** Returns files of a draft that its message lacks: another window has attached them. */
function unsent(
  { draftAttachments }: StoredConversation,
  files: readonly Attachment[],
): readonly Attachment[] {
  const sent = new Set(files.map(({ file }) => file.hash));
  return draftAttachments.filter(({ file }) => !sent.has(file.hash));
}
