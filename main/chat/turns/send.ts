import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../preload/contract/index.ts';
import {
  announceConversation,
  announceDraft,
  keepFiles,
  type StoredConversation,
} from '../conversations/index.ts';
import type { ChatContext } from './context.ts';
import { newMessage } from './new-message.ts';
import { type Question, type StartedTurn, turnIds } from './question.ts';
import {
  answerFormatOf,
  continueInstruction,
  forSingleAnswer,
  missingFiles,
  modelOf,
  prepareBranch,
  sourcesIn,
  toolsFor,
  toRequest,
  withoutFormat,
} from './requests.ts';
import { createNextSender, type NextSender } from './send-next.ts';
import { titleFrom } from './titles.ts';
import { type ChainDeps, isRemoved, type Round, requestAnswer, startChain } from './turn/chain.ts';
import { choicesOf, type RequestAnswer, splitChoices } from './turn/choices.ts';
import { nextRound, storeAlternative, toolNames } from './turn/rounds.ts';

export interface Sender extends NextSender {
  /** Sends the user's message: the answers arrive as events. @throws AppError as `begin` */
  send(input: ParsedInput<'chat.send'>): Promise<ReturnType<typeof turnIds>>;
  /** Call while holding the conversation. @throws AppError as `Genai.check` */
  begin(question: Question): Promise<StartedTurn>;
  /** Continues the interrupted calls of an answer. Call like `begin`. */
  resumeCalls(conversation: StoredConversation, message: Message): Promise<void>;
}

/** Starts turns and follows them to their end, through tool calls and then the queue. */
export function createSender(context: ChatContext, answered: (message: Message) => void): Sender {
  const { tools, stores, log, now, running } = context;
  const nextSender = createNextSender(context, begin);

  function send(input: ParsedInput<'chat.send'>) {
    const { conversationId, text, attachments = [], models, anyway = false } = input;
    return running.exclusively(conversationId, async () => {
      const store = stores.of(conversationId);
      const conversation = await store.conversation(conversationId);
      const files = await keepFiles(context, conversationId, attachments);
      const { leafId } = conversation;
      const parent = leafId === null ? null : await store.message(leafId);
      const isDraft = true;
      return turnIds(await begin({ conversation, parent, text, files, models, anyway, isDraft }));
    });
  }

  /** Checks, stores the user's message and an empty answer of each model, and sends the requests. */
  async function begin(question: Question): Promise<StartedTurn> {
    const { conversation } = question;
    const prepared = await prepareQuestion(context, question);
    const { user, asked, sent, sources, offered, continues } = prepared;
    const added = await storeQuestion(context, question, prepared);
    for (const { answer, request } of asked) {
      startFirst({ answer, request, sent, sources, continues, offered }, conversation);
    }
    for (const message of added) running.announceMessage(message);
    await announceConversation(context, conversation.id);
    return { user, answers: asked.map(({ answer }) => answer) };
  }

  /** Starts an answer, and others beside it if its request produces several. */
  function startFirst(round: Round, conversation: StoredConversation): void {
    const most = choicesOf(round.request);
    if (most === 1) {
      chainFor(round, conversation);
      return;
    }
    const all = requestAnswer(context, conversation.systemId, round);
    const beside = async (ask: RequestAnswer): Promise<void> => {
      const answer = await storeAlternative(context, round);
      if (answer === null) return;
      chainFor({ ...round, answer }, conversation, ask);
      running.announceMessage(answer);
    };
    chainFor(round, conversation, splitChoices(all, most, beside));
  }

  function chainFor(
    first: ChainDeps['first'],
    conversation: StoredConversation,
    ask?: RequestAnswer,
  ): void {
    startChain({
      context,
      systemId: conversation.systemId,
      first,
      ask,
      mostRounds: conversation.parameters.toolRounds,
      prepare: (called) => nextRound(context, called),
      onEnd(message) {
        afterEnd(message).catch((error: unknown) => {
          if (isRemoved(error)) return;
          log.error('chat-after-end', error, { conversationId: message.conversationId });
        });
      },
    });
  }

  async function afterEnd(message: Message): Promise<void> {
    const { conversationId, state } = message;
    await announceConversation(context, conversationId);
    answered(message);
    if (state === 'complete') await nextSender.sendNextIfFree(conversationId);
  }

  /** Reruns interrupted calls, and continues the turn with their results. */
  async function resumeCalls(conversation: StoredConversation, message: Message): Promise<void> {
    const branch = await stores.of(conversation.id).branch(message.id);
    const { sent, inContext } = await prepareBranch(context, conversation, branch, []);
    const toolCalls = message.toolCalls.map((one) =>
      one.state === 'interrupted' ? { ...one, state: 'waiting' as const, result: null } : one,
    );
    const offered = toolNames(toolsFor(tools, conversation, conversation.parameters, sent));
    const answer: Message = { ...message, state: 'complete', problem: null, toolCalls };
    await stores.of(conversation.id).finish(answer, now().toISOString());
    chainFor({ answer, offered, sources: sourcesIn(tools, inContext) }, conversation);
    await announceConversation(context, conversation.id);
  }

  return {
    send,
    begin,
    ...nextSender,
    resumeCalls,
  };
}

/** A validated question, not stored yet. */
interface PreparedQuestion extends Pick<Round, 'sent' | 'sources' | 'offered' | 'continues'> {
  /** The new message, if there is one. */
  readonly user: Message | null;
  /** The empty answer of each model, with its request. */
  readonly asked: readonly Pick<Round, 'answer' | 'request'>[];
}

/** @throws AppError as `Genai.check`; `attachment-missing` */
async function prepareQuestion(
  context: ChatContext,
  question: Question,
): Promise<PreparedQuestion> {
  const { genai, tools, stores, now } = context;
  const { conversation, parent, continues = false, anyway } = question;
  const { id: conversationId, systemId } = conversation;
  const branch = parent === null ? [] : await stores.of(conversationId).branch(parent.id);
  const user = userMessage(question, now().toISOString());
  const whole = user === null ? branch : [...branch, user];
  const models = new Set(question.models ?? [modelOf(genai, conversation)]);
  const prepared = await prepareBranch(context, conversation, whole, [...models]);
  const missing = missingFiles(prepared);
  if (missing !== null) throw missing;
  const { sent, inContext, history, images } = prepared;
  if (continues) history.push(continueInstruction);
  const { parameters: wanted } = conversation;
  const parameters = continues ? withoutFormat(forSingleAnswer(wanted)) : wanted;
  const offered = toolsFor(tools, conversation, parameters, sent);
  // one time for all: it tells the window that these answers were requested together
  const at = now().toISOString();
  const asked = [...models].map((model) => ({
    request: toRequest(model, history, parameters, offered, images),
    answer: {
      ...newMessage(conversationId, user ?? parent, 'assistant', at),
      state: 'streaming' as const,
      model,
      ...answerFormatOf(parameters),
    },
  }));
  for (const { request } of asked) genai.check(systemId, request, { anyway });
  const sources = sourcesIn(tools, inContext);
  return { user, asked, sent, sources, offered: toolNames(offered), continues };
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
async function storeQuestion(
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
