import type { Send } from '../types.ts';
import { isRecord, type JsonRecord, jsonOf, readNumber, readText, wrongShape } from '../values.ts';

/** Largest file that goes without a transfer job unless the system says otherwise, bytes. */
const usualStraight = 5 * 1024 * 1024;

/** The clusters behind a FirecREST, as it describes them. */
export interface Systems {
  names(signal?: AbortSignal): Promise<string[]>;
  /** Returns how large a file may be that goes straight, bytes. */
  largestStraight(machine: string, signal?: AbortSignal): Promise<number>;
  /** Returns where the folders of its users lie; null: it does not say. */
  workFolder(machine: string): Promise<string | null>;
}

export function createSystems(send: Send): Systems {
  let known: readonly JsonRecord[] | null = null;
  const read = async (signal?: AbortSignal): Promise<readonly JsonRecord[]> => {
    const answer = await send({ method: 'GET', path: '/status/systems', reads: true }, signal);
    const value = jsonOf(answer);
    const list = isRecord(value) ? value.systems : undefined;
    if (!Array.isArray(list)) throw wrongShape(answer, typeof list);
    known = list.filter(isRecord);
    return known;
  };
  const of = async (machine: string, signal?: AbortSignal): Promise<JsonRecord | undefined> =>
    (known ?? (await read(signal))).find(({ name }) => name === machine);
  return {
    async names(signal) {
      return (await read(signal)).flatMap(({ name }) => readText(name) ?? []);
    },
    async largestStraight(machine, signal) {
      const system = await of(machine, signal);
      const operation = isRecord(system?.dataOperation) ? system.dataOperation : {};
      return readNumber(operation.max_ops_file_size) ?? usualStraight;
    },
    async workFolder(machine) {
      const places = (await of(machine))?.fileSystems;
      const all = Array.isArray(places) ? places.filter(isRecord) : [];
      return readText(all.find(({ defaultWorkDir }) => defaultWorkDir === true)?.path);
    },
  };
}
