import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { CallInput } from '../../../../preload/contract/index.ts';
import { pngImage } from '../../../support/files/files.ts';
import { patience } from '../../../support/patience.ts';
import {
  begin,
  callsTools,
  delta,
  type Script,
  type SeenRequest,
  says,
} from '../../../support/servers/fake-genai.ts';
import type { Examples, Stage } from './stage.ts';

/** What a message says that is answered until the turn is stopped, and one whose answer calls tools that wait. */
const asks = { waits: 'Answer until I stop you.', calls: 'Look at the machines.' };
const tool = 'machine_states';
const callsAtOnce = 6;

/** How the service answers: by what was asked. */
export const answers: Script = (response, request) => scriptFor(request)(response, request);

function scriptFor({ body }: SeenRequest): Script {
  const messages = Array.isArray(body.messages) ? (body.messages as unknown[]) : [];
  const { role, content } = (messages.at(-1) ?? {}) as { role?: unknown; content?: unknown };
  if (role === 'user' && content === asks.waits) return waits;
  if (role === 'user' && content === asks.calls) {
    return callsTools(...Array.from({ length: callsAtOnce }, (): [string, string] => [tool, '{}']));
  }
  return says('an ', 'answer');
}

const waits: Script = async (response, { closed }) => {
  begin(response);
  delta(response, { role: 'assistant', content: 'an answer without an end' });
  await closed;
};

/** Of chat: what waits in a queue, what waits for leave, and files that are gone. */
export function chatExamples(stage: Stage): Examples {
  const { call } = stage;
  let held: string | null = null;
  let turn = 0;
  let waiting: CallInput<'toolRequests.decide'>[] = [];

  const conversation = async (): Promise<string | null> => {
    const systemId = await stage.system();
    const made = systemId && (await call('conversations.create', { systemId, model: 'fake' }));
    return made ? made.id : null;
  };
  const send = (conversationId: string, text: string, attachments: Attachment[] = []) =>
    call('chat.send', { conversationId, text, attachments });

  /** A conversation whose turn does not end by itself. */
  const running = async (): Promise<string | null> => {
    if (held !== null) {
      const now = await call('conversations.openEnd', { id: held, count: 1 });
      if (now?.conversation.streaming === true) return held;
    }
    const id = await conversation();
    held = id !== null && (await send(id, asks.waits)) !== null ? id : null;
    return held;
  };
  const queued = async () => {
    const conversationId = await running();
    const one =
      conversationId &&
      (await call('chat.queue', { conversationId, text: 'and then', attachments: [] }));
    return one ? { conversationId, queuedId: one.id } : null;
  };

  const callsThatWait = async (): Promise<typeof waiting> => {
    await call('tools.setApproval', { name: tool, fingerprint: 'built-in', approval: 'ask' });
    const id = await conversation();
    if (id === null) return [];
    await call('conversations.setParameters', {
      id,
      parameters: parameters.parse({ tools: [tool] }),
    });
    const begun = await send(id, asks.calls);
    if (begun === null) return [];
    const { answerId } = begun;
    return vi.waitFor(
      async () => {
        const page = await call('branches.page', { conversationId: id, start: 0, count: 10 });
        const answer = page?.messages.find((one) => one.id === answerId);
        const calls = answer?.toolCalls.filter(({ state }) => state === 'waiting') ?? [];
        if (calls.length < callsAtOnce) throw new Error(`${tool}: ${answer?.state}`);
        const requests = (await call('toolRequests.snapshot', undefined)) ?? [];
        return requests
          .filter(({ messageId }) => messageId === answerId)
          .map(({ messageId, callId, digest }) => ({
            ...{ messageId, callId, digest },
            decision: { kind: 'refuse' },
          }));
      },
      { timeout: patience(10_000), interval: 20 },
    );
  };

  const image = async (width: number): Promise<Attachment | null> => {
    const bytes = pngImage(width, 3);
    const upload = await call('attachments.begin', { name: 'a.png', size: bytes.length });
    if (upload === null) return null;
    await call('attachments.append', { ...upload, bytes });
    const file = await call('attachments.finish', upload);
    const rest = { encoding: null, text: null, images: [], pages: null, mode: 'whole' as const };
    return file && { name: 'a.png', kind: 'image', file, ...rest };
  };
  let width = 3;
  /** A conversation with an image, and another image. */
  const twoImages = async () => {
    width = (width % 500) + 2;
    const id = await conversation();
    const [one, other] = [await image(width), await image(width + 1)];
    if (id === null || one === null || other === null) return null;
    return (await send(id, 'look', [one])) === null ? null : { id, one, other };
  };

  return {
    'chat.unqueue': queued,
    async 'chat.editQueued'() {
      const one = await queued();
      turn += 1;
      return one && { ...one, text: 'and then this', saved: turn % 2 === 0 };
    },
    async 'chat.sendQueued'() {
      const conversationId = await conversation();
      if (conversationId === null || (await send(conversationId, asks.waits)) === null) return null;
      await call('chat.queue', { conversationId, text: 'and then', attachments: [] });
      // what waits behind a turn that was stopped is the user's to send
      await call('chat.stop', { conversationId });
      return { conversationId };
    },
    async 'toolRequests.decide'() {
      if (waiting.length === 0) waiting = await callsThatWait();
      const next = waiting.pop();
      if (next === undefined || waiting.length % 2 === 1) return next ?? null;
      return { ...next, decision: { kind: 'allow', holds: 'once' } };
    },
    async 'requests.replaceImages'() {
      const made = await twoImages();
      if (made === null) return null;
      const { id, one, other } = made;
      return { id, images: [{ from: one.file.hash, to: { ...other.file, page: null } }] };
    },
    async 'requests.replaceAttachments'() {
      const made = await twoImages();
      if (made === null) return null;
      const { hash } = made.one.file;
      const place = join(
        stage.surroundings.dataFolder,
        'attachments',
        hash.slice(0, 2),
        hash.slice(2),
      );
      await rm(place, { force: true });
      return { id: made.id, files: [{ from: hash, to: width % 2 === 0 ? null : made.other }] };
    },
  };
}
