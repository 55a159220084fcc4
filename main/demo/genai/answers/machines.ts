import { parseJson } from '../../../../common/texts/json.ts';
import { isRecord } from '../../files.ts';

/** A machine as the app's tool tells it. */
export interface MachineState {
  readonly name: string;
  readonly state: string;
}

/** Words by which a question is about machines, in both languages. */
const machineWords = ['machine', 'gpu', 'node', 'partition', 'マシン', '計算機', 'ノード'];
/** Words by which it asks how they are now. */
const stateWords = [
  ...['can i use', 'can i run', 'usable', 'available', 'state', 'status', 'maintenance'],
  ...['is up', 'are up', 'is down', 'are down', 'is free', 'are free', 'working'],
  ...['使え', '使用でき', '利用でき', '状態', '状況', '稼働', '停止', '動いて', '空いて', '保守'],
];

/** Returns whether a question asks for the present states of machines. */
export function asksForStates(question: string): boolean {
  const text = question.toLowerCase();
  const isAbout = (words: readonly string[]) => words.some((word) => text.includes(word));
  return (isAbout(machineWords) || machineIn(text) !== undefined) && isAbout(stateWords);
}

/** Returns the first name in a question that looks like a machine's, such as `gpu-main`. */
export function machineIn(question: string): string | undefined {
  return /\b[a-z]{2,20}-[a-z0-9]{1,20}\b/.exec(question)?.[0];
}

/** Parses the result of `machine_states`; undefined for any other text. */
export function statesIn(result: string): readonly MachineState[] | undefined {
  const json = recordIn(result);
  if (!Array.isArray(json?.machines)) return undefined;
  return json.machines.flatMap((one: unknown) =>
    isRecord(one) && typeof one.name === 'string' && typeof one.state === 'string'
      ? [{ name: one.name, state: one.state }]
      : [],
  );
}

/** Parses the result of `machine_history`: its machine, and its availability from 0 to 1 or null. */
export function historyIn(
  result: string,
): { readonly machine: string; readonly availability: number | null } | undefined {
  const { machine, availability } = recordIn(result) ?? {};
  if (typeof machine !== 'string') return undefined;
  if (typeof availability !== 'number' && availability !== null) return undefined;
  return { machine, availability };
}

/** Parses the result of `current_time`. */
export function timeIn(
  result: string,
): { readonly local: string; readonly utc: string } | undefined {
  const { local, utc } = recordIn(result) ?? {};
  return typeof local === 'string' && typeof utc === 'string' ? { local, utc } : undefined;
}

export function recordIn(result: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = parseJson(result);
    return isRecord(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
