import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { HistoryEntry, RunningTurn } from '../../conversations/index.ts';
import type { CompletionRequest } from '../../service/index.ts';
import { withImages } from '../attachment-content.ts';
import type { ChatContext } from '../context.ts';
import { keepImage, keepResultFiles } from './answer-images.ts';
import type { RequestAnswer } from './choices.ts';
import {
  beginTurn,
  stepTurn,
  type TurnEffect,
  type TurnEnding,
  type TurnEvent,
} from './machine.ts';
import { startToolRun, type ToolRunDeps } from './tool-run.ts';
import { startTurn, type Turn } from './turn.ts';

/** One request, and the empty answer that is stored for it. */
export interface Round {
  readonly answer: Message;
  readonly request: CompletionRequest;
  readonly sent: readonly HistoryEntry[];
  /** Whose texts are in the request besides the user's and the model's. */
  readonly sources: readonly string[];
  /** Tools in the request: no others are run. */
  readonly offered: ReadonlySet<string>;
  /** The answer continues the text of the one above it. */
  readonly continues: boolean;
}

export interface ChainDeps {
  readonly context: ChatContext;
  readonly systemId: string;
  /** The first request; an answer whose calls were interrupted has none. */
  readonly first: Round | Pick<Round, 'answer' | 'offered' | 'sources'>;
  /** How to make the first request, if it takes more than the request itself. */
  readonly ask?: RequestAnswer | undefined;
  /** Maximum answers. */
  readonly mostRounds: number;
  /** Builds the request after an answer whose calls have results. */
  prepare(called: Message): Promise<Round>;
  /** Called once its last message is stored and nothing of it runs any more. */
  onEnd(message: Message): void;
}

/** A turn of one model with its tool rounds: runs the machine's effects. */
export type Chain = RunningTurn;

export function startChain(deps: ChainDeps): Chain {
  const { context, systemId, first, mostRounds } = deps;
  const { stores, log, now, running } = context;
  const { conversationId } = first.answer;
  const store = stores.of(conversationId);
  let tellOver = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    tellOver = resolve;
  });
  let { offered, sources } = first;
  let message = first.answer;
  let part: Turn | null = null;
  let next: Round | null = 'request' in first ? first : null;
  /** Why there is no next request. */
  let unprepared: Message['problem'] = null;

  const chain: Chain = {
    conversationId,
    shown: () => part?.shown() ?? message,
    async stop(why) {
      advance({ kind: 'stop', why });
      await over;
    },
  };

  const begun = beginTurn(next === null ? 'calling' : 'asking');
  let { machine } = begun;
  running.add(chain);
  for (const effect of begun.effects) carryOut(effect);
  return chain;

  function advance(event: TurnEvent): void {
    const step = stepTurn(machine, event, mostRounds);
    machine = step.machine;
    for (const effect of step.effects) carryOut(effect);
  }

  function carryOut(effect: TurnEffect): void {
    switch (effect.kind) {
      case 'ask':
        ask();
        return;
      case 'call':
        call();
        return;
      case 'prepare':
        prepare();
        return;
      case 'abort':
        part?.stop(effect.why).catch((error: unknown) => log.error('chat-stop', error));
        return;
      case 'end':
        end(effect.how).catch((error: unknown) => {
          if (!isRemoved(error)) log.error('chat-turn-end', error, { messageId: message.id });
        });
    }
  }

  function ask(): void {
    if (next === null) throw new Error('there is nothing to ask');
    const { answer } = next;
    ({ offered, sources } = next);
    message = answer;
    const isNew = part !== null;
    const how = (isNew ? undefined : deps.ask) ?? requestAnswer(context, systemId, next);
    part = startAnswer(context, next, how, (ended) => {
      message = ended;
      const { state, toolCalls } = ended;
      // it ends in some state: only a running answer is streaming
      if (state !== 'streaming') advance({ kind: 'answered', state, calls: toolCalls.length });
    });
    if (isNew) running.announceMessage(answer);
  }

  function call(): void {
    running.announceMessage(message);
    part = startCalls(context, { message, systemId, offered, sources }, (called) => {
      message = called;
      advance({ kind: 'called' });
    });
  }

  function prepare(): void {
    deps.prepare(message).then(
      (round) => {
        next = round;
        advance({ kind: 'prepared' });
      },
      (error: unknown) => {
        unprepared = (error instanceof AppError ? error : new AppError('internal')).toData();
        if (!isRemoved(error)) log.error('chat-next-round', error, { messageId: message.id });
        advance({ kind: 'unprepared' });
      },
    );
  }

  async function end(how: TurnEnding): Promise<void> {
    running.remove(chain);
    try {
      if (message.toolCalls.length > 0 && how !== 'complete') {
        const problem = how === 'bounded' ? bounded(mostRounds) : (unprepared ?? message.problem);
        message = interrupted(message, problem);
        await store.finish(message, message.endedAt ?? now().toISOString());
      }
    } finally {
      running.announceMessage(message);
      tellOver();
      deps.onEnd(message);
    }
  }
}

/** Starts the request of a round, and sends its answer to the windows. */
function startAnswer(
  context: ChatContext,
  { answer, continues }: Round,
  ask: RequestAnswer,
  onEnd: (ended: Message) => void,
): Turn {
  const { stores, emit, log, now, running } = context;
  const { conversationId, id: messageId } = answer;
  return startTurn({
    answer,
    continues,
    ask,
    store: stores.of(conversationId),
    now,
    log,
    onDelta(content, reasoning, times) {
      emit('chat.delta', {
        conversationId,
        messageId,
        sequence: running.nextSequence(conversationId),
        content,
        reasoning,
        ...times,
      });
    },
    onWait: running.announceMessage,
    keepImage: (url, at) => keepImage(context, conversationId, url, at),
    onEnd,
  });
}

/** Starts the tools that an answer calls, and stores their results as they come. */
function startCalls(
  context: ChatContext,
  { message, ...of }: Pick<ToolRunDeps, 'message' | 'systemId' | 'offered' | 'sources'>,
  onEnd: (called: Message) => void,
): Turn {
  const { tools, stores, log, running } = context;
  return startToolRun({
    message,
    ...of,
    tools,
    log,
    keep: (...files) => keepResultFiles(context, ...files),
    async onChange(changed) {
      await stores.of(message.conversationId).setToolCalls(changed);
      running.announceMessage(changed);
    },
    onProgress: running.announceMessage,
    onEnd,
  });
}

/** Requests the answer of a round. */
export function requestAnswer(
  { attachments, genai, sentRequests }: ChatContext,
  systemId: string,
  { answer, request, sent }: Round,
): RequestAnswer {
  return async (listener, signal) => {
    const whole = await withImages(attachments, request, sent);
    return genai.completion(systemId, whole, listener, {
      signal,
      onSend: (shown) => sentRequests.note(answer, shown),
    });
  };
}

/** Calls that were not run, or whose results were not sent to the model, can be continued. */
function interrupted(message: Message, problem: Message['problem']): Message {
  return { ...message, state: 'interrupted', problem, toolCalls: endedCalls(message) };
}

function bounded(rounds: number): Message['problem'] {
  return new AppError('tool-rounds-reached', { details: { rounds } }).toData();
}

/** Marks unfinished calls as interrupted. */
function endedCalls({ toolCalls }: Message): Message['toolCalls'] {
  return toolCalls.map((one) =>
    one.state === 'waiting' || one.state === 'running' ? { ...one, state: 'interrupted' } : one,
  );
}

/** The conversation was removed while its turn ran: then there is nothing to report. */
export function isRemoved(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}
