import { act, screen } from '@testing-library/react';
import {
  type Conversation,
  conversation as conversationShape,
  type Message,
  message as messageShape,
  parameters as parametersShape,
} from '../../../preload/contract/chat/conversation.ts';
import type { ApiKey, GenaiState, Model } from '../../../preload/contract/chat/genai.ts';
import type { CallName } from '../../../preload/contract/index.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { FakeBridge } from '../fake-bridge.ts';
import { createWorld, system } from '../world.ts';

export const at = '2026-01-01T00:00:00.000Z';
/** Where the conversation of `chatWorld` is open. */
export const place = '#/chat/c1';

export function message(id: string, depth: number, change: Partial<Message> = {}): Message {
  return messageShape.parse({
    id,
    toolCalls: [],
    attachments: [],
    conversationId: 'c1',
    parentId: depth === 0 ? null : `m${depth - 1}`,
    depth,
    role: depth % 2 === 0 ? 'user' : 'assistant',
    content: `text of ${id}`,
    reasoning: '',
    state: 'complete',
    model: depth % 2 === 0 ? null : 'alpha',
    finishReason: null,
    usage: null,
    problem: null,
    createdAt: at,
    firstByteAt: null,
    contentAt: null,
    endedAt: null,
    ...change,
  });
}

export const apiKey = (id: string, name: string, change: Partial<ApiKey> = {}): ApiKey => ({
  id,
  systemId: 'alpha',
  name,
  lastFour: 'abcd',
  addedAt: at,
  protection: 'keychain',
  refusedAt: null,
  ...change,
});

export const model = (id: string, change: Partial<Model> = {}): Model => ({
  id,
  contextLength: 32_768,
  imageInput: false,
  parameters: null,
  abilities: [],
  note: null,
  listed: true,
  ...change,
});

export interface Chat {
  branch: Message[];
  siblings?: Record<string, string[]>;
  together?: Record<string, string[]>;
  again?: Record<string, string[]>;
  change?: Partial<Conversation>;
  /** What is different of the service: one key and no model else. */
  service?: Partial<GenaiState>;
  system?: Partial<System>;
}

/** Nothing is being written. */
const newDraft = { draft: '', attachments: [], otherDrafts: [], writer: null };

const whereAbouts = ({ siblings = {}, together = {}, again = {} }: Chat) => ({
  siblings,
  together,
  again,
});

/** A main with one conversation, which tests change by `chat`. */
export function chatWorld(chat: Chat) {
  const { bridge } = createWorld({
    systems: [
      system('alpha', 'Alpha', { genaiUrl: 'https://ai.alpha.example.org', ...chat.system }),
    ],
  });
  let service: GenaiState = {
    systemId: 'alpha',
    portal: { keysUrl: null, usageUrl: null },
    keys: [apiKey('k1', 'Key')],
    selectedKeyId: 'k1',
    keyless: false,
    models: [],
    terms: null,
    modelsFetchedAt: at,
    fetchingModels: false,
    problem: null,
    ...chat.service,
  };
  const whole = (): Conversation =>
    conversationShape.parse({
      id: 'c1',
      systemId: 'alpha',
      title: 'First talk',
      model: 'alpha',
      createdAt: at,
      updatedAt: at,
      streaming: false,
      leafId: chat.branch.at(-1)?.id ?? null,
      folderId: null,
      pinned: false,
      archived: false,
      tags: [],
      temporary: false,
      parameters: {},
      draft: '',
      draftAttachments: [],
      imagesLeftOut: false,
      queued: [],
      unsaved: [],
      startId: null,
      startSummary: null,
      messages: chat.branch,
      sequence: 1,
      ...chat.change,
    });
  const summary = () => {
    const { parameters, draft, queued, startId, messages, sequence, ...rest } = whole();
    return { ...rest };
  };
  bridge.answer({
    'genai.snapshot': () => service,
    'conversations.snapshot': () => [summary()],
    'folders.snapshot': ({ systemId }) => ({ systemId, folders: [] }),
    'conversations.openEnd': () => ({
      conversation: whole(),
      page: { start: 0, total: chat.branch.length, ...whereAbouts(chat) },
      running: [],
    }),
    'conversations.setParameters': (input) => {
      const parameters = parametersShape.parse(input.parameters);
      chat.change = { ...chat.change, parameters };
      const { startId, startSummary, imagesLeftOut, queued, unsaved } = whole();
      bridge.emit('conversations.detailsChanged', {
        ...{ conversationId: 'c1', parameters, startId, startSummary, imagesLeftOut, queued },
        ...{ unsaved, edits: whole().edits },
      });
    },
    'drafts.set': () => undefined,
    'newDraft.snapshot': ({ systemId }) => ({ systemId, ...newDraft, asking: null }),
    'newDraft.set': () => undefined,
    'newDraft.forget': () => newDraft,
  });
  return {
    bridge,
    /** The conversation as it is opened. */
    whole,
    service: () => service,
    /** The service becomes another, and the windows are told. */
    setService(change: Partial<GenaiState>) {
      service = { ...service, ...change };
      act(() => bridge.emit('genai.changed', service));
    },
    /** Tells the windows what the conversation is now. */
    tell: () => act(() => bridge.emit('conversations.changed', summary())),
  };
}

/** What a call was asked with, each time. */
export const inputs = (bridge: FakeBridge, name: CallName) =>
  bridge.calls.filter((call) => call.name === name).map(({ input }) => input);
export const composer = async () => {
  await screen.findByRole('heading', { level: 2, name: 'First talk' });
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
};
