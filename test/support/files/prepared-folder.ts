import { join } from 'node:path';
import type { Statement } from '../../../main/base/storage/database.ts';
import { openSqlite } from '../../../main/base/storage/sqlite.ts';
import { branchRows } from './branch-rows.ts';

export const preparedSystemId = 'system-1';

/**
 * Puts a database with one system into a data folder, and whatever these statements write. For systems
 * that a window may not add (it names servers with https only) and for more rows than calls would write.
 */
export function prepareFolder(
  folder: string,
  genaiUrl: string | null,
  statements: readonly Statement[] = [],
): void {
  const database = openSqlite(join(folder, 'compute-desk.sqlite'));
  database.transaction([
    {
      sql: `INSERT INTO systems (id, name, kind, web_api_url, genai_url, authorities, created_at)
        VALUES (?, 'Prepared', 'real', 'https://api.invalid', ?, '[]', ?)`,
      params: [preparedSystemId, genaiUrl, at(0)],
    },
    ...statements,
  ]);
  database.close();
}

const at = (minute: number): string =>
  new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();

const words =
  'the scheduler assigns nodes to jobs by priority and age while memory bandwidth limits what a solver can reach'.split(
    ' ',
  );
const prose = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, index) => words[(seed * 7 + index * 5) % words.length]).join(
    ' ',
  );

/** An answer as models write them: each of another length and with other parts. */
export function answerText(index: number): string {
  const parts = [
    `${prose(index, 40)} **${prose(index, 3)}** and \`code_${index}\`.`,
    `## ${prose(index, 4)}\n\n${prose(index, 60)}`,
    `- ${prose(index, 9)}\n- *${prose(index, 5)}*\n  - ${prose(index + 1, 7)}\n- ${prose(index, 12)}`,
    `\`\`\`python\ndef f${index}(x):\n    total = 0\n    for y in x:\n        total += y * ${index}  # ${prose(index, 5)}\n    return total\n\`\`\``,
    `| name | value | note |\n|---|---:|---|\n| ${prose(index, 2)} | ${index} | ${prose(index, 5)} |\n| b | ${index * 3} | \`x\` |`,
    `> ${prose(index, 30)}`,
  ];
  const count = 1 + (index % 5);
  return Array.from({ length: count }, (_, at) => parts[(index + at) % parts.length]).join('\n\n');
}

/** A conversation of one branch, question and answer in turn; message n has the id `<id>-n`. */
export function conversationOf(id: string, count: number): Statement[] {
  return branchRows({
    ...{ id, systemId: preparedSystemId, count, model: 'alpha3.6-35b', at },
    content: (depth) =>
      depth % 2 === 0 ? `Question ${depth}: ${prose(depth, 12)}?` : answerText(depth),
  });
}

/** Conversations without messages, for their list. */
export function emptyConversations(count: number): Statement[] {
  return Array.from({ length: count }, (_, index) => ({
    sql: `INSERT INTO conversations (id, system_id, title, model, leaf_id, created_at, updated_at)
      VALUES (?, ?, ?, 'alpha3.6-35b', ?, ?, ?)`,
    params: [
      `listed-${index}`,
      preparedSystemId,
      `Conversation ${index}: ${prose(index, 5)}`,
      `listed-${index}-0`,
      at(index),
      at(index),
    ],
  }));
}
