import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { isDeeper, parseJson } from '../../../common/texts/json.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { createStrictRedaction } from '../../base/redaction/index.ts';

/** Bytes of the log's end that are handed on. */
const mostBytes = 512 * 1024;
/** Lines that are gone through before others get a turn. */
const atOnce = 50;
/** Deeper than any record of the log is. */
const deepest = 100;
/** What the log itself calls its fields. */
const own: ReadonlySet<string> = new Set(['at', 'level', 'event']);

/** The newest whole lines of both files of the log. */
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
    // The log is young, or gone: there is nothing to tell.
    return '';
  }
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - most);
    const bytes = Buffer.alloc(size - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8', 0, bytesRead);
    // Half a line could hold half a secret, which nobody knows.
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    await handle.close();
  }
}

/** Each line by itself; what is no line of the log is taken as a text. */
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
  if (isDeeper(line, deepest)) return null;
  try {
    const value: unknown = parseJson(line);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (value as { [key: string]: Json }) : null;
  } catch {
    return null;
  }
}
