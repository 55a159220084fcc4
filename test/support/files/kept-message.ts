import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Where what was written is kept in a data folder, an app that runs on it or not; null where it is lost. */
export function keptIn(
  dataFolder: string,
  text: string,
  file: { readonly name: string; readonly bytes: string } | null,
): string | null {
  const database = new DatabaseSync(join(dataFolder, 'compute-desk.sqlite'), { readOnly: true });
  try {
    const rows = database
      .prepare(
        `SELECT 'message' AS place, attachments AS files FROM messages WHERE role = 'user' AND content = ?1
        UNION ALL SELECT 'queue', attachments FROM queued_messages WHERE text = ?1
        UNION ALL SELECT 'draft', draft_attachments FROM conversations WHERE draft = ?1
        UNION ALL SELECT 'new draft', attachments FROM new_drafts WHERE draft = ?1`,
      )
      .all(text);
    const whole = rows.find(({ files }) => file === null || hasFile(String(files), file));
    return whole === undefined ? null : String(whole.place);
  } finally {
    database.close();
  }

  function hasFile(files: string, { name, bytes }: { name: string; bytes: string }): boolean {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const stored = readdirSync(join(dataFolder, 'attachments'), { recursive: true }).map((path) =>
      String(path).replaceAll(sep, ''),
    );
    return (
      files.includes(name) && files.includes(hash) && stored.some((path) => path.endsWith(hash))
    );
  }
}
