import { encodePart } from '../../../../common/texts/percent-encode.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { plainLine } from '../../../base/network/refusal/index.ts';
import { fileForm, rangeHeaders, readHead } from '../streams.ts';
import type { ApiRequest, CommandResult, FileEntry, FileOperations, Send } from '../types.ts';
import { isRecord, jsonOf, pathPart, readText, requireSuccess, wrongShape } from '../values.ts';

/** From sending a whole file to its answer, and from asking for one to its first bytes, ms. */
const writeTimeoutMs = 1_800_000;
const readTimeoutMs = 300_000;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Runs a command on a machine: `POST /command/{machine}`. */
export async function runFieldCommand(
  send: Send,
  machine: string,
  command: string,
  signal?: AbortSignal,
): Promise<CommandResult> {
  const answer = await send(
    {
      method: 'POST',
      path: `/command/${pathPart(machine)}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command }),
      reads: false,
    },
    signal,
  );
  const value = jsonOf(answer);
  if (!isRecord(value)) throw wrongShape(answer, typeof value);
  return {
    succeeded: value.status !== 'NG',
    output: typeof value.output === 'string' ? value.output : '',
    errors: readText(value.error) ?? '',
  };
}

/** Files by `/file/{machine}/{path}`; what that cannot do goes as a command, its paths quoted for `sh`. */
export function createFieldFiles(send: Send, now: () => Date): FileOperations {
  const at = (machine: string, path: string): string => {
    if (!path.startsWith('/') || path.includes('\0')) throw new AppError('path-unusable');
    const parts = path.slice(1).split('/');
    // A gateway would take them for steps up and down.
    if (parts.some((part) => part === '..' || part === '.')) throw new AppError('path-unusable');
    return `/file/${pathPart(machine)}/${parts.map(encodePart).join('/')}`;
  };
  const run = async (machine: string, words: readonly string[]): Promise<void> => {
    const { succeeded, errors, output } = await runFieldCommand(send, machine, words.join(' '));
    if (!succeeded) {
      throw new AppError('http-status', {
        details: { host: machine, server: plainLine(errors || output) },
      });
    }
  };
  const put = async (
    machine: string,
    path: string,
    body: NonNullable<ApiRequest['body']>,
    how: 'create' | 'overwrite',
    signal?: AbortSignal,
  ): Promise<void> => {
    const method = how === 'create' ? 'POST' : 'PUT';
    const asked = { method, path: at(machine, path), body } as const;
    requireSuccess(await send({ ...asked, reads: false, timeoutMs: writeTimeoutMs }, signal));
  };
  return {
    async list(machine, path, signal) {
      const answer = await send(
        { method: 'GET', path: at(machine, path), query: { view: 'read' }, reads: true },
        signal,
      );
      const value = jsonOf(answer);
      const output = isRecord(value) ? value.output : undefined;
      if (typeof output !== 'string') throw wrongShape(answer, typeof output);
      return readListing(output, now());
    },
    async read(machine, path, maxBytes, signal) {
      const answer = await send(
        {
          method: 'GET',
          path: at(machine, path),
          reads: true,
          maxBytes,
          timeoutMs: readTimeoutMs,
        },
        signal,
      );
      requireSuccess(answer);
      return answer.body;
    },
    async write(machine, path, content, how, signal) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(content)]), nameOf(path));
      await put(machine, path, form, how, signal);
    },
    streams: {
      async read(machine, path, begin, part, signal) {
        const answer = await send(
          {
            method: 'GET',
            path: at(machine, path),
            headers: rangeHeaders(part),
            reads: true,
            timeoutMs: readTimeoutMs,
            into: readHead(begin),
          },
          signal,
        );
        requireSuccess(answer);
      },
      write: (machine, path, content, how, signal) =>
        put(machine, path, fileForm(nameOf(path), content), how, signal),
    },
    makeFolder: (machine, path) => run(machine, ['mkdir', '--', quoted(path)]),
    move: (machine, from, to) => run(machine, ['mv', '--', quoted(from), quoted(to)]),
    remove: (machine, path, kind) =>
      run(machine, ['rm', ...(kind === 'folder' ? ['-r'] : []), '--', quoted(path)]),
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Quotes a word for any shell of the `sh` and `csh` families. @throws AppError `path-unusable` for a line ending */
export function quoted(word: string): string {
  if (/[\0\n\r]/.test(word)) throw new AppError('path-unusable');
  return `'${word.replaceAll("'", `'\\''`).replaceAll('!', `'\\!'`)}'`;
}

/**
 * Reads what `ls -l` printed. A time without a year is of the last twelve months, in this computer's zone; lines that
 * are no entries (`total 12`) are left out.
 */
export function readListing(text: string, now: Date): FileEntry[] {
  return text.split('\n').flatMap((line) => readLine(line.replace(/\r$/, ''), now) ?? []);
}

/** Mode, links, owner, group, size (or two numbers of a device), time, name. */
function readLine(line: string, now: Date): FileEntry | null {
  const [mode = '', rest] = nextWord(line);
  if (mode.length < 10 || mode.length > 11 || !/^[a-z-]/.test(mode)) return null;
  const [links, afterLinks] = nextWord(rest);
  const [, afterOwner] = nextWord(afterLinks);
  const [, afterGroup] = nextWord(afterOwner);
  const [size, afterSize] = nextWord(afterGroup);
  const [device, afterDevice] = nextWord(afterSize);
  const isDevice = /^\d+,$/.test(size) && /^\d+$/.test(device);
  if (!/^\d+$/.test(links) || !(isDevice || /^\d+$/.test(size))) return null;
  const found = readTime(isDevice ? afterDevice : afterSize, now);
  if (found === null) return null;
  const type = mode.slice(0, 1);
  const [name = ''] = type === 'l' ? found.rest.split(' -> ') : [found.rest];
  if (name === '' || name === '.' || name === '..') return null;
  const kind = ({ '-': 'file', d: 'folder', l: 'link' } as const)[type] ?? 'other';
  return { name, kind, size: isDevice ? null : Number(size), changedAt: found.at, mode };
}

/** `Nov 26 18:01`, `Nov 26 2025`, or `2026-11-26 18:01`, which is also the default in some locales. */
function readTime(text: string, now: Date) {
  const [first, afterFirst] = nextWord(text);
  const [second, afterSecond] = nextWord(afterFirst);
  if (/^\d{4}-\d{2}-\d{2}$/.test(first) && /^\d{1,2}:\d{2}$/.test(second)) {
    const at = Date.parse(`${first}T${second.padStart(5, '0')}`);
    return { at: Number.isNaN(at) ? null : at, rest: afterSecond.slice(1) };
  }
  const [third, afterThird] = nextWord(afterSecond);
  if (!/^\d{1,2}$/.test(second) || !/^(\d{4}|\d{1,2}:\d{2})$/.test(third)) return null;
  return { at: timeOf(first, Number(second), third, now), rest: afterThird.slice(1) };
}

/** Returns the first word of a text, and what follows it, the blank included. */
function nextWord(text: string): readonly [word: string, rest: string] {
  const line = text.trimStart();
  const end = line.indexOf(' ');
  return end === -1 ? [line, ''] : [line.slice(0, end), line.slice(end)];
}

function timeOf(month: string, day: number, time: string, now: Date): number | null {
  const number = months.indexOf(month);
  if (number === -1) return null;
  if (!time.includes(':')) return new Date(Number(time), number, day).getTime();
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const at = new Date(now.getFullYear(), number, day, hours, minutes);
  // A day of tolerance for clocks that differ.
  if (at.getTime() > now.getTime() + 86_400_000) at.setFullYear(at.getFullYear() - 1);
  return at.getTime();
}
