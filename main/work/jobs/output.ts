import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, CallOutput } from '../../../preload/contract/index.ts';
import { outputPiece } from '../../../preload/contract/work/jobs.ts';
import { homeOf } from '../files/index.ts';
import type { ComputeApi, Job } from '../operations/types.ts';

/** Bytes of a file at most: it is read whole to show a piece of it. */
const mostRead = 16 * 1024 * 1024;

type Asked = Pick<CallInput<'jobs.output'>, 'from'>;

/** Reads a piece of an output file, at a border of characters. @throws AppError `not-found` where files cannot be read */
export async function readOutput(
  api: ComputeApi,
  machine: string,
  path: string,
  { from }: Asked,
): Promise<Omit<CallOutput<'jobs.output'>, 'keptAt'>> {
  if (api.files === null) throw new AppError('not-found', { details: { what: 'job-output' } });
  return pieceOf(path, await api.files.read(machine, path, mostRead), from);
}

/** Returns a piece of a file, at a border of characters. */
export function pieceOf(
  path: string,
  bytes: Uint8Array,
  from: number | null,
): Omit<CallOutput<'jobs.output'>, 'keptAt'> {
  const size = bytes.byteLength;
  const wanted = from === null ? size - outputPiece : from;
  // A file that became shorter was written anew.
  const start = onBorder(bytes, wanted > size ? 0 : Math.max(0, wanted));
  const end = onBorder(bytes, Math.min(size, start + outputPiece));
  const text = new TextDecoder().decode(bytes.subarray(start, end));
  return { path, text, from: start, to: end, size };
}

/** Moves a place within a character of UTF-8 to its start. */
function onBorder(bytes: Uint8Array, place: number): number {
  let border = place;
  while (border > 0 && border < bytes.length && place - border < 4) {
    if (((bytes[border] ?? 0) & 0xc0) !== 0x80) return border;
    border -= 1;
  }
  return border <= 0 || border >= bytes.length ? border : place;
}

/** Bytes of a file that are kept on this computer, its last ones. */
const mostKept = 4 * 1024 * 1024;

/** Returns the end of a file as text. @throws AppError */
export async function endOfOutput(api: ComputeApi, machine: string, path: string): Promise<string> {
  if (api.files === null) throw new AppError('not-found', { details: { what: 'job-output' } });
  const bytes = await api.files.read(machine, path, mostRead);
  const start = onBorder(bytes, Math.max(0, bytes.byteLength - mostKept));
  return new TextDecoder().decode(bytes.subarray(start));
}

/** Files that are remembered. */
const mostPlaces = 200;

/** Finds output files as `findOutput`, and remembers them: a job is asked about every few seconds. */
export function createOutputFinder(): typeof findOutput {
  const places = new Map<string, string>();
  return async (api, job, which) => {
    const of = JSON.stringify([job.machine, job.id, job.submittedAt, which]);
    const place = places.get(of) ?? (await findOutput(api, job, which));
    if (places.size >= mostPlaces) places.clear();
    if (place !== null) places.set(of, place);
    return place;
  };
}

/** Which of a job's files is asked for. */
type Which = 'output' | 'error';

/**
 * Finds a file that the API does not report: in the job's folder or the user's home, by the job's number in its name.
 * Null: there is none, or several, or the folder cannot be read. Nothing is guessed; the screen names the path.
 */
async function findOutput(api: ComputeApi, job: Job, which: Which): Promise<string | null> {
  const number = /^\d+/.exec(job.id)?.[0];
  if (api.files === null || number === undefined) return null;
  const folder = job.folder ?? (await homeOf(api, job.machine));
  const entries = await api.files.list(job.machine, folder);
  const names = entries
    .filter(({ kind, name }) => kind === 'file' && !/[/\0]/.test(name))
    .map(({ name }) => name)
    .filter((name) => name.split(/\D+/).includes(number))
    .filter((name) => isOfErrors(name) === (which === 'error'));
  const [only, ...others] = names;
  return only === undefined || others.length > 0 ? null : `${folder === '/' ? '' : folder}/${only}`;
}

/** `hello.1394001.err`, `hello.e1394001`, `job-1394001-errors.log`. */
const isOfErrors = (name: string): boolean => /err|\.e\d/i.test(name);
