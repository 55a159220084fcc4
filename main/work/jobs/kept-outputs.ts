import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { JsonError, parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { Log } from '../../base/host.ts';
import { rm } from '../../base/outside/index.ts';
import { writeFileAtomically } from '../../base/storage/files.ts';
import type { ComputeApi } from '../operations/types.ts';
import { type createOutputFinder, endOfOutput } from './output.ts';
import type { Tracked } from './tracked.ts';

const piece = z
  .object({
    path: z.string(),
    text: z.string(),
    /** Copies of before it was noted are of whole files, or of ends that nothing tells from them. */
    begin: z.number().int().min(0).default(0),
  })
  .nullable();
const file = z.object({ format: z.literal(1), at: z.number(), output: piece, error: piece });

export interface KeptOutput {
  readonly path: string;
  readonly text: string;
  /** Where the text begins in the file, bytes: only the end of a long one is kept. */
  readonly begin: number;
  /** When it was fetched, ms since 1970. */
  readonly at: number;
}

/** Copies of what jobs printed, in the data folder: one file a job, with the ends of its output and errors. */
export interface KeptOutputs {
  /** Fetches both files of jobs that have ended, if the user wants it. What cannot be read is left out, and logged. */
  fetch(api: ComputeApi, jobs: readonly Tracked[]): Promise<void>;
  /** Returns null if there is no copy. */
  read(
    job: Pick<Tracked, 'systemId' | 'id'>,
    which: 'output' | 'error',
  ): Promise<KeptOutput | null>;
  /** Removes the copies of a system's jobs but for these. */
  keepOnly(systemId: string, ids: ReadonlySet<number>): Promise<void>;
}

export function createKeptOutputs(options: {
  /** Their own folder in the data folder is created for the first copy. */
  readonly paths: { readonly data: string };
  readonly kept: () => Pick<Settings, 'keepJobOutput'>;
  readonly now: () => Date;
  readonly find: ReturnType<typeof createOutputFinder>;
  readonly log: Log;
}): KeptOutputs {
  const { kept: wanted, now, find, log } = options;
  const folder = join(options.paths.data, 'job-outputs');
  const folderOf = (systemId: string): string => join(folder, folderName(systemId));
  const pathOf = ({ systemId, id }: Pick<Tracked, 'systemId' | 'id'>): string =>
    join(folderOf(systemId), `${id}.json`);

  async function fetchOne(api: ComputeApi, { job }: Tracked, which: 'output' | 'error') {
    try {
      const reported = which === 'error' ? job.errorPath : job.outputPath;
      const path = reported ?? (await find(api, job, which));
      return path === null ? null : { path, ...(await endOfOutput(api, job.machine, path)) };
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      log.info('job-output-not-kept', { code: cause.code });
      return null;
    }
  }

  return {
    async fetch(api, jobs) {
      if (api.files === null || wanted().keepJobOutput !== true) return;
      for (const job of jobs) {
        const output = await fetchOne(api, job, 'output');
        const error = await fetchOne(api, job, 'error');
        if (output === null && error === null) continue;
        await mkdir(folderOf(job.systemId), { recursive: true, mode: 0o700 });
        const text = JSON.stringify({ format: 1, at: now().getTime(), output, error });
        await writeFileAtomically(pathOf(job), `${text}\n`);
      }
    },
    async read(job, which) {
      const text = await readFile(pathOf(job), 'utf8').catch(unlessAbsent);
      if (text === null) return null;
      const read = file.safeParse(parsed(text));
      const kept = read.success ? read.data[which] : null;
      return read.success && kept !== null ? { ...kept, at: read.data.at } : null;
    },
    async keepOnly(systemId, ids) {
      if (ids.size === 0) return rm(folderOf(systemId), { recursive: true, force: true });
      const names = (await readdir(folderOf(systemId)).catch(unlessAbsent)) ?? [];
      for (const name of names) {
        if (ids.has(Number(/^(\d+)\.json$/.exec(name)?.[1] ?? Number.NaN))) continue;
        await rm(join(folderOf(systemId), name), { force: true });
      }
    },
  };
}

/** The id of a system that came with a backup is any text: as a name of a folder it must not lead elsewhere. */
function folderName(systemId: string): string {
  const name = systemId.replaceAll(/[^\w-]/gu, (one) => `%${one.codePointAt(0)?.toString(16)}`);
  return name.slice(0, 120);
}

function unlessAbsent(cause: unknown): null {
  if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw cause;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    if (cause instanceof JsonError) return null;
    throw cause;
  }
}
