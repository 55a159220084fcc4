import * as z from 'zod';
import { type Attachment, filesOf } from '../../../../../preload/contract/chat/attachments.ts';
import {
  type PortableConversation,
  type PortableMessage,
  portableConversation,
  portableMessage,
  type SkippedPart,
} from '../../../../../preload/contract/chat/portable.ts';
import { arrange, type TreeNode } from './foreign/tree.ts';
import { fieldsOf, textOf } from './foreign/values.ts';

const outside = portableConversation.extend({ messages: z.array(z.unknown()) });

/** Reads a conversation in the app's own format; unreadable messages are left out and named, their children stay. */
export function ownConversation(value: unknown): {
  conversation: PortableConversation | null;
  skipped: SkippedPart[];
} {
  const title = textOf(fieldsOf(value)?.title).slice(0, 10_000);
  const read = readAs(outside, value);
  if (read === null) {
    const note = { conversation: title, kind: 'conversation', name: title } as const;
    return { conversation: null, skipped: [{ ...note, reason: 'unreadable' }] };
  }
  const skipped: SkippedPart[] = [];
  const nodes = read.messages.map((one, at): TreeNode<PortableMessage> => {
    const message = readAs(portableMessage, one);
    if (message !== null) return { id: message.id, parentId: message.parentId, message };
    const facts = fieldsOf(one);
    const id = textOf(facts?.id) || `#${at + 1}`;
    skipped.push({ conversation: title, kind: 'message', name: id, reason: 'unreadable' });
    return { id, parentId: textOf(facts?.parentId) || null, message: null };
  });
  const messages = nodes.flatMap(({ message }) => message ?? []);
  if (skipped.length === 0 && inOrder(messages)) {
    return { conversation: { ...read, messages }, skipped };
  }
  const arranged = arrange(nodes);
  const place = (id: string | null) => (id === null ? null : (arranged.ids.get(id) ?? null));
  return {
    conversation: {
      ...read,
      leafId: place(read.leafId),
      startId: place(read.startId),
      messages: arranged.messages.map(({ id, parentId, message }) => ({
        ...message,
        id,
        parentId,
      })),
    },
    skipped: [...skipped, ...arranged.notes.map((note) => ({ conversation: title, ...note }))],
  };
}

/** Null also for values nested too deep to validate. */
function readAs<T>(shape: z.ZodType<T>, value: unknown): T | null {
  try {
    return shape.safeParse(value).data ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function inOrder(messages: readonly PortableMessage[]): boolean {
  const before = new Set<string>();
  return messages.every(({ id, parentId }) => {
    const fits = !before.has(id) && (parentId === null || before.has(parentId));
    before.add(id);
    return fits;
  });
}

/** Returns every file that a conversation in our format needs, by its hash. */
export function neededFiles({ messages }: PortableConversation): Map<string, Attachment> {
  const needed = new Map<string, Attachment>();
  for (const { attachments = [] } of messages) {
    for (const one of attachments) {
      if (one.mode === 'left-out') continue;
      for (const { hash } of filesOf(one)) needed.set(hash, one);
    }
  }
  return needed;
}
