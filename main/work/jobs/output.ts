import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, CallOutput } from '../../../preload/contract/index.ts';
import { outputPiece } from '../../../preload/contract/work/jobs.ts';
import { homeOf } from '../files/index.ts';
import { readPiece } from '../operations/index.ts';
import type { ComputeApi, FilePiece, Job } from '../operations/types.ts';
import { hasEnded } from './units.ts';

type Asked = Pick<CallInput<'jobs.output'>, 'from'>;
type Piece = Omit<CallOutput<'jobs.output'>, 'keptAt'>;

/**
 * Reads a piece of an output file, at a border of characters.
 * @param isWhole the job has ended: what is left of a character at the end of the file stays so, and is shown as such
 * @throws AppError `not-found` where files cannot be read
 */
export async function readOutput(
  api: ComputeApi,
  machine: string,
  path: string,
  { from, isWhole }: Asked & { readonly isWhole: boolean },
): Promise<Piece> {
  if (api.files === null) throw new AppError('not-found', { details: { what: 'job-output' } });
  const wanted = from === null ? { last: outputPiece } : { from, most: outputPiece };
  const piece = await readPiece(api.files, machine, path, wanted);
  return textOf(path, piece, { isCut: from === null, isWhole });
}

/** Returns a piece of a copy, whose first byte is the file's `begin`. */
export function pieceOf(
  path: string,
  bytes: Uint8Array,
  { from, begin }: Asked & { readonly begin: number },
): Piece {
  const size = begin + bytes.byteLength;
  const wanted = from === null ? size - outputPiece : from;
  // A file that became shorter was written anew.
  const start = Math.max(begin, wanted > size ? 0 : wanted);
  const piece = bytes.subarray(start - begin, start - begin + outputPiece);
  return textOf(path, { from: start, bytes: piece, size }, { isCut: from === null, isWhole: true });
}

/**
 * @param isCut it may begin within a character; what is asked for from a byte on begins where another piece ended
 * @param isWhole nothing more will be written
 */
function textOf(
  path: string,
  { from, bytes, size }: FilePiece,
  { isCut, isWhole }: { readonly isCut: boolean; readonly isWhole: boolean },
): Piece {
  const start = isCut && from > 0 ? startOfText(bytes) : 0;
  const isLast = isWhole && from + bytes.length >= size;
  const end = isLast ? bytes.length : Math.max(start, endOfText(bytes));
  const text = new TextDecoder().decode(bytes.subarray(start, end));
  return { path, text, from: from + start, to: from + end, size };
}

const isInside = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80;

/** Where the first whole character begins. */
function startOfText(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && isInside(bytes[start])) start += 1;
  return start;
}

/** Where the last whole character ends: the rest of one comes later. */
function endOfText(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0;
    if (isInside(byte)) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needs > back ? length - back : length;
  }
  return length;
}

/** `job` is the id of the job that was read. */
export type Printed = Piece & { readonly job: string };

const noOutput = () => new AppError('not-found', { details: { what: 'job-output' } });

/** Reads the end of what a job printed, which is asked for anew. @throws AppError `not-found` where there is none */
export async function printedBy(
  api: ComputeApi | null,
  find: typeof findOutput,
  asked: {
    readonly machine: string;
    readonly id: string;
    readonly which: Which;
    readonly most: number;
  },
  signal: AbortSignal,
): Promise<Printed> {
  const { machine, id, which, most } = asked;
  const told = (await api?.jobs?.show({ machine, id, signal })) ?? [];
  const job = told.find((one) => one.id === id) ?? told[0];
  if (!api?.files || job === undefined) throw noOutput();
  const path =
    (which === 'error' ? job.errorPath : job.outputPath) ?? (await find(api, job, which, signal));
  if (path === null) throw noOutput();
  const piece = await readPiece(api.files, machine, path, { last: most }, signal);
  return { job: job.id, ...textOf(path, piece, { isCut: true, isWhole: hasEnded(job.state) }) };
}

/** Bytes of a file that are kept on this computer, its last ones. */
const mostKept = 4 * 1024 * 1024;

/** Returns the end of a file as text, and where that begins, bytes. @throws AppError */
export async function endOfOutput(
  api: ComputeApi,
  machine: string,
  path: string,
): Promise<{ readonly text: string; readonly begin: number }> {
  if (api.files === null) throw new AppError('not-found', { details: { what: 'job-output' } });
  const { from, bytes } = await readPiece(api.files, machine, path, { last: mostKept });
  const start = from === 0 ? 0 : startOfText(bytes);
  return { text: new TextDecoder().decode(bytes.subarray(start)), begin: from + start };
}

/** Files that are remembered. */
const mostPlaces = 200;

/**
 * Finds output files as `findOutput`, and remembers them: a job is asked about every few seconds. Some APIs tell where a
 * job writes only to who asks for that job.
 */
export function createOutputFinder(): typeof findOutput {
  const places = new Map<string, string>();
  const asked = new Set<string>();
  return async (api, job, which, signal) => {
    const of = JSON.stringify([job.machine, job.id, job.submittedAt, which]);
    const isNew = !asked.has(of);
    if (asked.size >= mostPlaces) asked.clear();
    asked.add(of);
    const place =
      places.get(of) ??
      (isNew ? await toldOutput(api, job, which, signal) : null) ??
      (await findOutput(api, job, which, signal));
    if (places.size >= mostPlaces) places.clear();
    if (place !== null) places.set(of, place);
    return place;
  };
}

async function toldOutput(
  api: ComputeApi,
  job: Job,
  which: Which,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    const asked = { machine: job.machine, id: job.id, ...(signal && { signal }) };
    const all = (await api.jobs?.show(asked)) ?? [];
    const own = all.find(({ id }) => id === job.id);
    return (which === 'error' ? own?.errorPath : own?.outputPath) ?? null;
  } catch (cause) {
    // It is searched for by its name.
    if (!(cause instanceof AppError)) throw cause;
    return null;
  }
}

/** Which of a job's files is asked for. */
type Which = 'output' | 'error';

/**
 * Finds a file that the API does not report: in the job's folder or the user's home, by the job's numbers in its name.
 * Null: there is none, or several, or the folder cannot be read. Nothing is guessed; the screen names the path.
 */
async function findOutput(
  api: ComputeApi,
  job: Job,
  which: Which,
  signal?: AbortSignal,
): Promise<string | null> {
  // Of a task those of its array and its own.
  const numbers = /^(\d+)(?:[[_](\d+)\]?)?/.exec(job.id)?.slice(1).filter(Boolean) ?? [];
  if (api.files === null || numbers.length === 0) return null;
  const folder = job.folder ?? (await homeOf(api, job.machine));
  const entries = await api.files.list(job.machine, folder, signal);
  const names = entries
    .filter(({ kind, name }) => kind === 'file' && !/[/\0]/.test(name))
    .map(({ name }) => name)
    .filter((name) => numbers.every((number) => name.split(/\D+/).includes(number)))
    .filter((name) => isOfErrors(name) === (which === 'error'));
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? null : `${folder === '/' ? '' : folder}/${only}`;
}

/** `hello.1394001.err`, `hello.e1394001`, `job-1394001-errors.log`. */
const isOfErrors = (name: string): boolean => /err|\.e\d/i.test(name);
