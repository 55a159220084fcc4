import type { ApiRequest, Send } from '../types.ts';
import { isRecord, jsonOf, readText, wrongShape } from '../values.ts';

/** How long ids of resources are taken as known, ms. */
const knownFor = 600_000;

/** Resources that take jobs, or that have files: shown by name, asked for by id. */
export interface Resources {
  names(signal?: AbortSignal): Promise<string[]>;
  /** Returns the id of a machine; the name itself if no resource has it. */
  idOf(name: string, signal?: AbortSignal): Promise<string>;
}

export function createResources(
  send: Send,
  request: Pick<ApiRequest, 'method' | 'path'>,
): Resources {
  let known: { readonly ids: ReadonlyMap<string, string>; readonly at: number } | null = null;
  const read = async (signal?: AbortSignal): Promise<ReadonlyMap<string, string>> => {
    const answer = await send({ ...request, reads: true }, signal);
    const value = jsonOf(answer);
    if (!Array.isArray(value)) throw wrongShape(answer, typeof value);
    const all = value.filter(isRecord).flatMap(({ id, name }) => {
      const own = readText(id);
      return own === null ? [] : [{ id: own, name: readText(name) ?? own }];
    });
    const isOne = (name: string): boolean => all.filter((one) => one.name === name).length === 1;
    const ids = new Map(all.map(({ id, name }) => [isOne(name) ? name : id, id] as const));
    known = { ids, at: performance.now() };
    return ids;
  };
  return {
    names: async (signal) => [...(await read(signal)).keys()],
    async idOf(name, signal) {
      const isKnown = known !== null && performance.now() - known.at < knownFor;
      const ids = isKnown && known !== null ? known.ids : await read(signal);
      return ids.get(name) ?? name;
    },
  };
}
