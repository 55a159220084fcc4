import { AppError } from '../../../../preload/contract/errors.ts';
import type { Json } from '../../../../preload/contract/shapes.ts';
import { conflictOn, readEntries, requirePlain, splitAtName } from '../entries.ts';
import type { ApiAnswer, ApiRequest, FileEntry, FileOperations, Send } from '../types.ts';
import { isRecord, jsonOf, pathPart, readText, wrongShape } from '../values.ts';
import type { Pace } from '../waiting.ts';
import type { Resources } from './resources.ts';
import { followTask } from './tasks.ts';
import type { IriVersion } from './types.ts';

/** Largest file that the API takes and gives, bytes. */
const largestStraight = 5_242_880;
const writeTimeoutMs = 600_000;

/** How an operation is asked for: IRI v2 asks for everything by POST, also what only reads. */
interface Operation {
  readonly v1: ApiRequest['method'];
  /** Where v1 takes the values. */
  readonly takes: 'query' | 'body';
  readonly reads: boolean;
}

const operations = {
  ls: { v1: 'GET', takes: 'query', reads: true },
  download: { v1: 'GET', takes: 'query', reads: true },
  rm: { v1: 'DELETE', takes: 'query', reads: false },
  mkdir: { v1: 'POST', takes: 'body', reads: false },
  mv: { v1: 'POST', takes: 'body', reads: false },
} as const satisfies Readonly<Record<string, Operation>>;

export function createIriFiles(
  send: Send,
  version: IriVersion,
  resources: Resources,
  pace: Pace,
): FileOperations {
  const pathOf = async (what: string, machine: string, signal?: AbortSignal): Promise<string> => {
    const id = await resources.idOf(machine, signal);
    return `/api/${version}/filesystem/${what}/${pathPart(id)}`;
  };
  const perform = async (
    what: keyof typeof operations,
    machine: string,
    values: Readonly<Record<string, string | boolean>>,
    signal?: AbortSignal,
    maxBytes?: number,
  ): Promise<{ answer: ApiAnswer; output: Json }> => {
    const { v1, takes, reads }: Operation = operations[what];
    const inQuery = version === 'v1' && takes === 'query';
    const answer = await send(
      {
        method: version === 'v1' ? v1 : 'POST',
        path: await pathOf(what, machine, signal),
        reads,
        ...(inQuery
          ? { query: texts(values) }
          : {
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(values),
            }),
      },
      signal,
    );
    return followTask({ send, version, answer, pace, signal, maxBytes });
  };
  const list = async (
    machine: string,
    path: string,
    signal?: AbortSignal,
  ): Promise<FileEntry[]> => {
    requirePlain(path);
    const { answer, output } = await perform('ls', machine, { path, showHidden: true }, signal);
    if (!Array.isArray(output)) throw wrongShape(answer, typeof output);
    return readEntries(output);
  };
  /** The first version tells no places. */
  const home = async (machine: string): Promise<string> => {
    const id = await resources.idOf(machine);
    const path = `/api/${version}/storage/locations/${pathPart(id)}`;
    const answer = await send({ method: 'GET', path, reads: true });
    const value = jsonOf(answer);
    if (!Array.isArray(value)) throw wrongShape(answer, typeof value);
    const places = value.filter(isRecord);
    const named = (name: string) => places.find(({ logical_name: own }) => own === name);
    return readText((named('home') ?? named('scratch') ?? places[0])?.path) ?? '/';
  };
  return {
    machines: (signal) => resources.names(signal),
    ...(version === 'v2' && { home }),
    list,
    async read(machine, path, maxBytes, signal) {
      requirePlain(path);
      const { answer, output } = await perform(
        'download',
        machine,
        { path },
        signal,
        // Four letters for three bytes, and what stands around them.
        Math.ceil(maxBytes / 3) * 4 + 65_536,
      );
      if (typeof output !== 'string' || /[^\w+/=\s-]/.test(output)) {
        throw wrongShape(answer, typeof output);
      }
      const bytes = Buffer.from(output, 'base64');
      if (bytes.byteLength > maxBytes) {
        throw new AppError('answer-too-large', { details: { host: machine } });
      }
      return new Uint8Array(bytes);
    },
    async write(machine, path, content, how, signal) {
      requirePlain(path);
      const { folder, name } = splitAtName(path);
      if (content.byteLength > largestStraight) {
        throw new AppError('transfer-too-large', { details: { name, limit: 5 } });
      }
      // An upload overwrites without a word.
      if (how === 'create') {
        const entries = await list(machine, folder, signal);
        if (entries.some((entry) => entry.name === name)) throw conflictOn(machine);
      }
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(content)]), 'file');
      const answer = await send(
        {
          method: 'POST',
          path: await pathOf('upload', machine, signal),
          query: { path },
          body: form,
          reads: false,
          timeoutMs: writeTimeoutMs,
        },
        signal,
      );
      await followTask({ send, version, answer, pace, signal });
    },
    async makeFolder(machine, path, signal) {
      requirePlain(path);
      await perform('mkdir', machine, { path, parent: false }, signal);
    },
    cancels: true,
    async move(machine, from, to, signal) {
      requirePlain(from);
      requirePlain(to);
      await perform('mv', machine, { path: from, target_path: to }, signal);
    },
    async remove(machine, path, _kind, signal) {
      requirePlain(path);
      await perform('rm', machine, { path }, signal);
    },
  };
}

const texts = (values: Readonly<Record<string, string | boolean>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
