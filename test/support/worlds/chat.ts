import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Files } from '../../../main/base/host.ts';
import { type Attachments, createAttachments } from '../../../main/chat/attachments/index.ts';
import { createTools, type Tools } from '../../../main/chat/tools/index.ts';
import type { ChatDeps } from '../../../main/chat/turns/index.ts';
import { chat as chatContract } from '../../../preload/contract/chat/chat.ts';
import type { Conversation, Message } from '../../../preload/contract/chat/conversation.ts';
import type { CallInput } from '../../../preload/contract/index.ts';
import type { Machine } from '../../../preload/contract/machines/machines.ts';
import { testAttachments } from './attachments.ts';
import { behindTheDoor, type Door, throughTheDoor } from './door.ts';
import { type GenaiWorld, genaiWorld, nobody, recordFiles } from './genai.ts';
import { type StartedChat, startChat } from './started-chat.ts';
import { startMemoryStorage } from './storage.ts';
import type { EventRecord } from './world.ts';

/** Conversations and their turns, as a window reaches them. */
export interface TestedChat extends Pick<StartedChat, 'forget' | 'close'> {
  readonly calls: Door<keyof StartedChat['calls']>;
}

export interface ChatWorld extends GenaiWorld {
  readonly chat: TestedChat;
  readonly tools: Tools;
  readonly requests: Door<'toolRequests'>['toolRequests'];
  /** Answers the first call that waits for permission, once one does. */
  decide(decision: CallInput<'toolRequests.decide'>['decision']): Promise<void>;
  readonly attachments: Attachments;
  /** A conversation with a model, ready to send to. */
  conversation(): Promise<string>;
  open(id: string): Promise<Conversation>;
  /** Sends and waits for the end of the answer. */
  ask(conversationId: string, text: string): Promise<Message>;
  ended(answerId: string): Promise<Message>;
  /** A second chat over the same database, as after a restart. */
  restart(): Promise<TestedChat>;
}

const seenAt = '2026-11-21T09:59:00.000Z';
const seenMachine: Machine = {
  ...{ name: 'one', status: 'OK', state: 'up', since: seenAt },
  record: { machine: 'one', status: 'OK', note: 'not for the model' },
};

export async function chatWorld(
  options: Parameters<typeof genaiWorld>[0] & { key?: string; titledByModel?: boolean } = {},
): Promise<ChatWorld> {
  const world = await genaiWorld(options);
  const { systems, genai, database, events, log } = world;
  const files = recordFiles();
  const ownTools = await createTools({
    database,
    emit: events.emit,
    now: () => new Date('2026-11-21T10:00:00Z'),
    machines: { snapshot: async () => ({ checkedAt: seenAt, machines: [seenMachine] }) },
  });
  const tools = behindTheDoor('tools', ownTools, log);
  const attachments = testAttachments({ folder: world.folder });
  const running: TestedChat[] = [];
  const start = async (): Promise<TestedChat> => {
    const started = await startChat({
      ...{ systems, genai, tools, attachments, files, database, log },
      emit: events.emit,
      openMemory: startMemoryStorage,
      titledByModel: () => options.titledByModel === true,
    });
    // a restarted chat brings the same tools
    if (running.length === 0) tools.register(started.tools);
    return { ...started, calls: throughTheDoor(started.calls, log) };
  };
  const chat = await start();
  await world.addKey(options.key);
  running.push(chat);

  const open = async (id: string): Promise<Conversation> =>
    chat.calls.conversations.open({ id }, nobody);
  const ended = async (answerId: string): Promise<Message> => {
    const event = await events.until(
      'chat.messageChanged',
      ({ message }) => message.id === answerId && message.state !== 'streaming',
    );
    return event.message;
  };
  const requests = throughTheDoor({ toolRequests: ownTools.requestCalls }, log).toolRequests;
  return {
    ...world,
    chat,
    tools,
    requests,
    async decide(decision) {
      const last = () => events.of('toolRequests.changed').at(-1) ?? [];
      await events.until('toolRequests.changed', () => last().length > 0);
      const [waiting] = last();
      if (waiting === undefined) throw new Error('nothing waits');
      const { messageId, callId, digest } = waiting;
      await requests.decide({ messageId, callId, digest, decision }, nobody);
    },
    attachments,
    saved: files.saved,
    open,
    ended,
    async conversation() {
      const input = { systemId: world.system.id, model: 'alpha3.6-35b' };
      return (await chat.calls.conversations.create(input, nobody)).id;
    },
    async ask(conversationId, text) {
      const { answerId } = await chat.calls.chat.send({ conversationId, text }, nobody);
      return ended(answerId);
    },
    async restart() {
      const another = await start();
      running.push(another);
      return another;
    },
    async [Symbol.asyncDispose]() {
      for (const one of running) await one.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** For chats that save no files. */
export const noFiles: Files = {
  save: () => Promise.reject(new Error('there is nowhere to save')),
};

/** For chats to whose messages nothing is attached: its folder is not there any more. */
export const noAttachments = ((): Attachments => {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-test-'));
  const attachments = createAttachments({ folder });
  rmdirSync(folder);
  return attachments;
})();

/** For chats that ask no model. */
export const noGenai = ((): ChatDeps['genai'] => {
  const unused = () => {
    throw new Error('no model is asked here');
  };
  return {
    ...{ assess: unused, check: unused, completion: unused },
    ...{ defaultModel: unused, models: unused },
  };
})();

/** For chats whose conversations use no tools. */
export const noTools: Pick<Tools, 'offered' | 'sourcesOf' | 'permit' | 'run'> = {
  offered: () => [],
  sourcesOf: () => [],
  permit: () => Promise.reject(new Error('there are no tools')),
  run: () => Promise.reject(new Error('there are no tools')),
};

/** A window as it follows one conversation: a snapshot, then the events with a higher number. */
export function attach(
  snapshot: Conversation,
  events: EventRecord['all'],
): { messages: Map<string, Message>; numbers: number[] } {
  const messages = new Map(snapshot.messages.map((message) => [message.id, { ...message }]));
  const numbers: number[] = [];
  for (const { name, payload } of events) {
    if (name === 'chat.delta') {
      const delta = chatContract.delta.payload.parse(payload);
      if (delta.conversationId !== snapshot.id || delta.sequence <= snapshot.sequence) continue;
      numbers.push(delta.sequence);
      const message = messages.get(delta.messageId);
      if (message === undefined) throw new Error('a delta of an unknown message');
      message.content += delta.content;
      message.reasoning += delta.reasoning;
    } else if (name === 'chat.messageChanged') {
      const { sequence, message } = chatContract.messageChanged.payload.parse(payload);
      if (message.conversationId !== snapshot.id || sequence <= snapshot.sequence) continue;
      numbers.push(sequence);
      messages.set(message.id, { ...message });
    }
  }
  return { messages, numbers };
}
