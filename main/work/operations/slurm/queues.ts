import type { Json } from '../../../../preload/contract/shapes.ts';
import type { Queue, Send } from '../types.ts';
import {
  isRecord,
  type JsonRecord,
  readEach,
  readNumber,
  readText,
  wrongShape,
} from '../values.ts';
import { readBody } from './jobs.ts';

/** Slurm's numbers for no limit, and for none that is set, are above it. */
const largest = 0xfffffff0;

/** Returns the partitions, with the limits of their jobs. */
export async function readQueues(send: Send, version: string): Promise<Queue[]> {
  const answer = await send({ method: 'GET', path: `/slurm/${version}/partitions`, reads: true });
  const { partitions } = readBody(answer);
  if (!Array.isArray(partitions)) throw wrongShape(answer, typeof partitions);
  return (await readEach(partitions, readQueue)).filter(({ name }) => name !== '');
}

function readQueue(record: JsonRecord): Queue {
  const most = isRecord(record.maximums) ? record.maximums : null;
  const minutes = limitOf(record.max_time_limit ?? most?.time);
  return {
    name: readText(record.name) ?? '',
    limitSeconds: minutes === null ? null : minutes * 60,
    nodes: limitOf(record.maximum_nodes_per_job ?? most?.nodes),
  };
}

function limitOf(value: Json | undefined): number | null {
  const number = readNumber(value);
  return number === null || number <= 0 || number >= largest ? null : number;
}
