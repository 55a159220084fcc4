import { AppError } from '../../../../preload/contract/errors.ts';
import { conflictOn, readEntries, requirePlain, splitAtName } from '../entries.ts';
import { contentOf, fileForm, rangeHeaders, readHead } from '../streams.ts';
import type {
  ApiAnswer,
  FileContent,
  FileOperations,
  JobOperations,
  OnJob,
  Send,
  SendElsewhere,
} from '../types.ts';
import { isRecord, jsonOf, requireSuccess, textOf, wrongShape } from '../values.ts';
import type { Pace } from '../waiting.ts';
import { createRequests } from './requests.ts';
import { sendParts, takeStored } from './storage.ts';
import type { Systems } from './systems.ts';
import { followTransfer } from './transfer.ts';
import { readUser } from './user.ts';
import { createView } from './view.ts';

/** FirecREST puts paths between single quotes of a shell; one within would end them. */
const unsafe = /'/;
/** A form writes these in the name of an uploaded file in a way that servers read differently. */
const unsafeInForms = /['"\\]/;
/** Transfer jobs carry paths within a script that the server fills in. */
const unsafeInScripts = /['"\\`$&<>]/;

const writeTimeoutMs = 1_800_000;
const readTimeoutMs = 300_000;

interface FilesOptions {
  readonly send: Send;
  readonly systems: Systems;
  readonly jobs: JobOperations;
  readonly elsewhere: SendElsewhere;
  readonly pace: Pace;
}

/** How a transfer job is waited for. */
type Waiting = Pick<Parameters<typeof followTransfer>[0], 'signal' | 'outlives' | 'onJob'>;

export function createFirecrestFiles(options: FilesOptions): FileOperations {
  const { send, systems, jobs, elsewhere, pace } = options;
  const requests = createRequests(send);
  const { ask, change, sizeOf } = requests;
  const view = createView(requests);
  const follow = (machine: string, answer: ApiAnswer, how: Waiting): Promise<void> =>
    followTransfer({ jobs, pace, machine, answer, ...how });

  /** Takes a file: a large one by a transfer job, through the storage. */
  async function take(
    machine: string,
    path: string,
    { headers, ...how }: Parameters<typeof takeStored>[2],
    signal?: AbortSignal,
    onJob?: OnJob,
  ): Promise<ApiAnswer> {
    requirePlain(path, unsafe);
    const straight = await systems.largestStraight(machine, signal);
    const size = await sizeOf(machine, path, signal);
    // A file that is not there: its own answer says so.
    if (size !== null && how.maxBytes !== undefined && size > how.maxBytes) {
      throw new AppError('answer-too-large', { details: { host: machine } });
    }
    if (size !== null && size > straight) {
      const json = { sourcePath: path, transferDirectives: { transferMethod: 's3' } };
      requirePlain(path, unsafeInScripts);
      const told = await change(machine, 'transfer/download', { json }, signal);
      await follow(machine, told, { signal, onJob, outlives: false });
      return takeStored(elsewhere, told, { ...how, ...(headers && { headers }) }, signal);
    }
    const asked = { ...how, timeoutMs: readTimeoutMs };
    const answer = await ask(machine, 'ops/download', path, signal, asked);
    requireSuccess(answer);
    return answer;
  }

  async function put(
    machine: string,
    path: string,
    content: FileContent,
    how: 'create' | 'overwrite',
    signal?: AbortSignal,
    onJob?: OnJob,
  ): Promise<void> {
    requirePlain(path, unsafeInForms);
    const straight = await systems.largestStraight(machine, signal);
    // An upload overwrites without a word.
    if (how === 'create' && (await sizeOf(machine, path, signal)) !== null) {
      throw conflictOn(machine);
    }
    if (content.size > straight) {
      const directives = { transferMethod: 's3', fileSize: content.size };
      const json = { sourcePath: path, transferDirectives: directives };
      requirePlain(path, unsafeInScripts);
      const told = await change(machine, 'transfer/upload', { json }, signal);
      await sendParts(elsewhere, told, content, signal);
      return follow(machine, told, { signal, onJob, outlives: true });
    }
    const { folder, name } = splitAtName(path);
    const form = fileForm(name, content);
    const sent = { query: { path: folder }, form, timeoutMs: writeTimeoutMs };
    requireSuccess(await change(machine, 'ops/upload', sent, signal));
  }

  const ownFolder = (machine: string) => ownFolderOn(machine, send, systems, sizeOf);

  return {
    ownFolder,
    home: async (machine) =>
      (await ownFolder(machine)) ?? (await systems.workFolder(machine)) ?? '/',
    async list(machine, path, signal) {
      requirePlain(path, unsafe);
      const answer = await ask(machine, 'ops/ls', path, signal, { query: { showHidden: 'true' } });
      const value = jsonOf(answer);
      const output = isRecord(value) ? (value.output ?? []) : undefined;
      if (!Array.isArray(output)) throw wrongShape(answer, typeof output);
      return readEntries(output);
    },
    async view(machine, path, wanted, signal) {
      requirePlain(path, unsafe);
      return view(machine, path, wanted, signal);
    },
    async read(machine, path, maxBytes, signal) {
      return (await take(machine, path, { maxBytes }, signal)).body;
    },
    write: (machine, path, content, how, signal) =>
      put(machine, path, contentOf(content), how, signal),
    streams: {
      async read(machine, path, begin, part, signal, onJob) {
        // Only the storage knows parts.
        const how = { into: readHead(begin), headers: rangeHeaders(part) };
        await take(machine, path, how, signal, onJob);
      },
      write: put,
    },
    async makeFolder(machine, path, signal) {
      requirePlain(path, unsafe);
      const json = { sourcePath: path, parent: false };
      requireSuccess(await change(machine, 'ops/mkdir', { json }, signal));
    },
    cancels: true,
    async move(machine, from, to, signal) {
      requirePlain(from, unsafeInScripts);
      requirePlain(to, unsafeInScripts);
      const json = { sourcePath: from, targetPath: to };
      const told = await change(machine, 'transfer/mv', { json }, signal);
      await follow(machine, told, { signal, outlives: true });
    },
    async remove(machine, path, _kind, signal) {
      requirePlain(path, unsafe);
      const sent = { method: 'DELETE', query: { path } } as const;
      const answer = await change(machine, 'ops/rm', sent, signal);
      if (!tookTooLong(answer)) return requireSuccess(answer);
      requirePlain(path, unsafeInScripts);
      const told = await change(machine, 'transfer/rm', sent, signal);
      await follow(machine, told, { signal, outlives: true });
    },
  };
}

/** Returns the user's folder where those of users lie; null where there is none. */
async function ownFolderOn(
  machine: string,
  send: Send,
  systems: Systems,
  sizeOf: ReturnType<typeof createRequests>['sizeOf'],
): Promise<string | null> {
  const folder = await systems.workFolder(machine);
  if (folder === null) return null;
  const { name: user } = await readUser(send, machine);
  if (user === null || user.includes('/')) return null;
  const own = `${folder.endsWith('/') ? folder.slice(0, -1) : folder}/${user}`;
  requirePlain(own, unsafe);
  return (await sizeOf(machine, own)) === null ? null : own;
}

/** A command that ran into the server's time limit: a job takes over. Older servers say it with 500. */
const tookTooLong = (answer: ApiAnswer): boolean =>
  answer.status === 408 ||
  (answer.status === 500 && /exit status: ?124\b/.test(textOf(answer).slice(0, 4096)));
