import type { Statement } from '../../../main/base/storage/database.ts';

/** Rows of a conversation of one branch, question and answer in turn; message n has the id `<id>-n`. */
export function branchRows(conversation: {
  readonly id: string;
  readonly systemId: string;
  readonly count: number;
  readonly title?: string;
  readonly content: (depth: number) => string;
  /** Of answers; none unless it is said. */
  readonly model?: string;
  /** When a message was written; at the count, when the conversation last changed. */
  readonly at: (depth: number) => string;
}): Statement[] {
  const { id, systemId, count, title = id, content, model = null, at } = conversation;
  return [
    {
      sql: `INSERT INTO conversations (id, system_id, title, leaf_id, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?)`,
      params: [id, systemId, title, `${id}-${count - 1}`, at(0), at(count)],
    },
    ...Array.from({ length: count }, (_, depth) => {
      const isQuestion = depth % 2 === 0;
      return {
        sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning,
          state, model, created_at) VALUES (?, ?, ?, ?, ?, ?, '', 'complete', ?, ?)`,
        params: [
          `${id}-${depth}`,
          id,
          depth === 0 ? null : `${id}-${depth - 1}`,
          depth,
          isQuestion ? 'user' : 'assistant',
          content(depth),
          isQuestion ? null : model,
          at(depth),
        ],
      };
    }),
  ];
}
