import type { Queue, Send } from '../types.ts';
import {
  isRecord,
  jsonOf,
  pathPart,
  readCount,
  readEach,
  readText,
  wrongShape,
} from '../values.ts';

/** Returns the partitions of a cluster. Of their limits it tells the number of their nodes only. */
export async function readQueues(send: Send, machine: string): Promise<Queue[]> {
  const path = `/status/${pathPart(machine)}/partitions`;
  const answer = await send({ method: 'GET', path, reads: true });
  const value = jsonOf(answer);
  const partitions = isRecord(value) ? value.partitions : null;
  if (!Array.isArray(partitions)) throw wrongShape(answer, typeof partitions);
  const queues = await readEach(partitions, ({ name, totalNodes }) => ({
    name: readText(name) ?? '',
    limitSeconds: null,
    nodes: readCount(totalNodes) || null,
  }));
  return queues.filter(({ name }) => name !== '');
}
