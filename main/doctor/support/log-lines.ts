import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { exceedsDepth, parseJson } from '../../../common/texts/json.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { createStrictRedaction } from '../../base/redaction/index.ts';

/** Bytes of the log's end to include. */
const mostBytes = 512 * 1024;
/** Lines processed before other work gets a turn. */
const atOnce = 50;
/** Deeper than any log record. */
const deepest = 100;
/** The log's own field names. */
const own: ReadonlySet<string> = new Set(['at', 'level', 'event']);

/** Returns the newest complete lines of both log files. */
export async function lastLines(dataFolder: string): Promise<string[]> {
  const newer = await endOf(join(dataFolder, 'logs', 'main.log'), mostBytes);
  const older = await endOf(join(dataFolder, 'logs', 'main.log.1'), mostBytes - newer.length);
  return [older, newer].flatMap((text) => text.split('\n')).filter((line) => line !== '');
}

async function endOf(file: string, most: number): Promise<string> {
  if (most <= 0) return '';
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, 'r');
  } catch {
    // The log is new or gone: there is nothing to include.
    return '';
  }
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - most);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8', 0, bytesRead);
    // Half a line could contain half a secret, which would not match.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

/** Redacts each line by itself; a line that is no log record counts as text. */
export async function linesOf(
  lines: readonly string[],
  redaction: ReturnType<typeof createStrictRedaction>,
): Promise<string> {
  const done: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (index % atOnce === 0) await breathe();
    done.push(`${redactedLine(line, redaction)}\n`);
  }
  return done.join('');
}

function redactedLine(line: string, redaction: ReturnType<typeof createStrictRedaction>): string {
  const record = recordOf(line);
  if (record === null) return redaction.text(line);
  const fields = Object.entries(record).map(([name, value]): [string, Json] =>
    own.has(name) ? [name, redaction.value(value)] : only(redaction.value({ [name]: value })),
  );
  return JSON.stringify(Object.fromEntries(fields));
}

const only = (record: { [key: string]: Json }): [string, Json] =>
  Object.entries(record)[0] ?? ['', null];

function recordOf(line: string): { [key: string]: Json } | null {
  if (exceedsDepth(line, deepest)) return null;
  try {
    const value: unknown = parseJson(line);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (value as { [key: string]: Json }) : null;
  } catch {
    return null;
  }
}
