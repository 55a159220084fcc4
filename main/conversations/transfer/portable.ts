import * as z from 'zod';
import { attachmentList, fileHash } from '../../../preload/contract/attachments.ts';
import { message, parameters } from '../../../preload/contract/conversation.ts';
import { instant } from '../../../preload/contract/shapes.ts';

/**
 * A conversation as it leaves and enters the app: docs/conversation-format.md. Ids are places in the
 * file (`m1`, `m2` …), parents before children; the app gives its own when it takes them in.
 */
export const portableMessage = message.omit({ conversationId: true, depth: true }).extend({
  state: z.enum(['complete', 'stopped', 'interrupted', 'failed']),
  /** Left out where there are none. */
  attachments: attachmentList.optional(),
});
export type PortableMessage = z.infer<typeof portableMessage>;

export const portableConversation = z.object({
  title: z.string().max(10_000),
  model: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  pinned: z.boolean(),
  archived: z.boolean(),
  tags: z.array(z.string().max(200)).max(200),
  /** The folder's name. */
  folder: z.string().max(200).nullable(),
  parameters,
  leafId: z.string().nullable(),
  startId: z.string().nullable(),
  startSummary: z.string().nullable(),
  /** Left out where it is false. */
  imagesLeftOut: z.boolean().optional(),
  messages: z.array(portableMessage),
});
export type PortableConversation = z.infer<typeof portableConversation>;

export const portableFile = z.object({
  format: z.literal('compute-desk-conversations'),
  version: z.literal(1),
  conversations: z.array(portableConversation),
  /** The attached files by their hash, base64; left out where there are none. */
  files: z.record(fileHash, z.base64()).optional(),
});
export type PortableFile = z.infer<typeof portableFile>;

export const plainParameters = parameters.parse({});

/** A message of another program, before its branch is known to be whole. */
export interface ForeignNode {
  readonly id: string;
  readonly parentId: string | null;
  /** Null: it is no message for people; its children hang on its parent. */
  readonly message: Pick<
    PortableMessage,
    'role' | 'content' | 'reasoning' | 'model' | 'createdAt'
  > | null;
}

/** Orders nodes of another program, parents first, and numbers them; what hangs on nothing is left out. */
export function arrange(nodes: readonly ForeignNode[]): {
  messages: PortableMessage[];
  /** From the other program's id to ours, also of nodes that are no messages. */
  ids: Map<string, string | null>;
} {
  const present = new Set(nodes.map(({ id }) => id));
  const children = new Map<string | null, ForeignNode[]>();
  for (const node of nodes) {
    const parent = node.parentId !== null && present.has(node.parentId) ? node.parentId : null;
    const siblings = children.get(parent) ?? [];
    siblings.push(node);
    children.set(parent, siblings);
  }
  const ids = new Map<string, string | null>();
  const messages: PortableMessage[] = [];
  const queue = [...(children.get(null) ?? [])];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at];
    if (node === undefined || ids.has(node.id)) continue;
    const parentId = node.parentId === null ? null : (ids.get(node.parentId) ?? null);
    if (node.message === null) ids.set(node.id, parentId);
    else {
      const id = `m${messages.length + 1}`;
      ids.set(node.id, id);
      messages.push({
        ...node.message,
        id,
        parentId,
        state: 'complete',
        finishReason: null,
        usage: null,
        problem: null,
        toolCalls: [],
        leftOut: null,
        firstByteAt: null,
        contentAt: null,
        endedAt: null,
      });
    }
    queue.push(...(children.get(node.id) ?? []));
  }
  return { messages, ids };
}
