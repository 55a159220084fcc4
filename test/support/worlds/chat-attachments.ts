import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import { begin, delta, type Script } from '../servers/fake-genai.ts';
import type { ChatWorld } from './chat.ts';
import { nobody } from './genai.ts';

export const systemId = 'system-1';
export const seeing = 'alpha3.8-27b';

export async function conversation(world: ChatWorld, change: { temporary?: boolean } = {}) {
  const input = { systemId, model: seeing, ...change };
  return (await world.chat.calls.conversations.create(input, nobody)).id;
}

export async function ask(world: ChatWorld, id: string, text: string, attachments: Attachment[]) {
  const { answerId } = await world.chat.calls.chat.send(
    { conversationId: id, text, attachments },
    nobody,
  );
  return world.ended(answerId);
}

/** What the server was sent as messages with the n-th request, from 1. */
export async function received(world: ChatWorld, count: number) {
  return (await world.fake.seen(count)).body.messages as { role: string; content: unknown }[];
}

/** Hashes of the files in the data folder. */
export async function onDisk(world: ChatWorld): Promise<string[]> {
  const folder = join(world.folder, 'attachments');
  const found = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  return found.flatMap((path) => (path.includes('/') ? [path.replace('/', '')] : [])).sort();
}

export function callsTool(name: string, input: object): Script {
  return (response) => {
    begin(response);
    const call = { name, arguments: JSON.stringify(input) };
    delta(response, { tool_calls: [{ index: 0, id: 'c', type: 'function', function: call }] });
    delta(response, {}, 'tool_calls');
    response.end('data: [DONE]\n\n');
  };
}
