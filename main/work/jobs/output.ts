import { AppError } from '../../../preload/contract/errors.ts';
import type { CallInput, CallOutput } from '../../../preload/contract/index.ts';
import { outputPiece } from '../../../preload/contract/work/jobs.ts';
import type { ComputeApi, Job } from '../operations/types.ts';

/** Bytes of a file that are read whole to show a piece of it; of a larger one its end is asked of `tail`. */
const mostRead = 16 * 1024 * 1024;

type Asked = Pick<CallInput<'jobs.output'>, 'from'>;

/** Reads a piece of an output file, at a border of characters. @throws AppError `not-found` where files cannot be read */
export async function readOutput(
  api: ComputeApi,
  machine: string,
  path: string,
  { from }: Asked,
): Promise<CallOutput<'jobs.output'>> {
  if (api.files === null) throw new AppError('not-found', { details: { what: 'job-output' } });
  const bytes = await api.files.read(machine, path, mostRead);
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

/**
 * Where PJM writes the files unless told otherwise: beside the script, here in the user's home, because it came by the
 * API. Null where the user is not known. It is only read; the screen names the path.
 */
export function guessOutputPath(
  job: Job,
  user: string | null,
  which: 'output' | 'error',
): string | null {
  const owner = job.user ?? user;
  if (owner === null || job.name === null || !/^[\w.-]+$/.test(owner)) return null;
  const id = job.id.replace(/\[(\d+)\]$/, '.$1');
  const ending = which === 'output' ? 'out' : 'err';
  return /^[\w.-]+$/.test(job.name) ? `/home/${owner}/${job.name}.${id}.${ending}` : null;
}
