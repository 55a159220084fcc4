/** A text that is attached to a message: its name, and its lines where the message has them. */
export interface AttachedFile {
  readonly name: string;
  readonly lines: number | null;
}

const begin = 'Attached file: ';

/** Splits a message, as the app sends it, into its attached files and the user's own words below them. */
export function splitFiles(message: string): {
  readonly files: readonly AttachedFile[];
  readonly words: string;
} {
  const files: AttachedFile[] = [];
  const words: string[] = [];
  const rows = message.split('\n');
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? '';
    if (!row.startsWith(begin)) {
      words.push(row);
      continue;
    }
    const fence = /^`{3,}/.exec(rows[at + 2] ?? '')?.[0];
    const end = fence === undefined ? -1 : rows.indexOf(fence, at + 3);
    const [name = ''] = row.slice(begin.length).split(' (');
    files.push({ name, lines: end < 0 ? null : end - at - 3 });
    if (end >= 0) at = end;
  }
  return { files, words: words.join('\n').trim() };
}
