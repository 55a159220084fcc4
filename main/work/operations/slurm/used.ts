import type { Json } from '../../../../preload/contract/shapes.ts';
import type { Used } from '../types.ts';
import { isRecord, type JsonRecord, readNumber } from '../values.ts';

const mega = 1024 * 1024;
/** Steps of a job that are looked at. */
const mostSteps = 10_000;

/** What the accounting database says that a job used, steps included; null: this is no record of it, or it ran nothing. */
export function readUsed(record: JsonRecord): Used | null {
  const { steps, time, tres } = record;
  if (!Array.isArray(steps) || !isRecord(time)) return null;
  const total = isRecord(time.total) ? time.total : {};
  const seconds = readNumber(total.seconds);
  const micros = readNumber(total.microseconds) ?? 0;
  const peaks = steps.slice(0, mostSteps).flatMap((step) => {
    const used = isRecord(step) && isRecord(step.tres) ? step.tres.requested : null;
    return memoryIn(isRecord(used) ? used.max : null) ?? [];
  });
  const given = memoryIn(isRecord(tres) ? tres.allocated : null);
  const memory = Math.max(0, ...peaks);
  const cpuSeconds = seconds === null ? 0 : seconds + micros / 1e6;
  if (memory === 0 && cpuSeconds === 0) return null;
  return {
    cpuSeconds: cpuSeconds === 0 ? null : cpuSeconds,
    memory: memory === 0 ? null : memory,
    memoryGiven: given === null ? null : given * mega,
  };
}

/** The count of memory in a list of what is counted. */
function memoryIn(list: Json | undefined): number | null {
  if (!Array.isArray(list)) return null;
  const found = list.find((one) => isRecord(one) && one.type === 'mem');
  const count = isRecord(found) ? readNumber(found.count) : null;
  return count === null || count <= 0 ? null : count;
}
