import type { Queue, Remote } from '../../types.ts';
import { readSeconds } from '../../values.ts';
import { newSeparator, readTable } from './table.ts';

/** Columns of `sinfo`, by its letters: partition, longest time, and nodes of one job. */
const columns = { name: '%R', longest: '%l', nodes: '%s' };

/** Returns the partitions, with the limits of their jobs; none where `sinfo` tells none. */
export async function readQueues(remote: Remote): Promise<Queue[]> {
  const separator = newSeparator();
  const letters = Object.values(columns).map((letter) => `${letter}${separator}`);
  const said = await remote.run(['sinfo', '--noheader', `--format=${letters.join('')}`]);
  if (said.code !== 0) return [];
  const rows = readTable(new TextDecoder().decode(said.output), separator, columns);
  const queues = new Map<string, Queue>();
  for (const { name, longest, nodes } of rows) {
    // Several rows of one partition are of nodes in other states.
    if (typeof name !== 'string' || !/^[\w.-]{1,200}$/.test(name)) continue;
    const most = /^(?:\d{1,9}-)?(\d{1,9})$/.exec(String(nodes))?.[1];
    queues.set(name, {
      name,
      limitSeconds: readSeconds(longest),
      nodes: most === undefined ? null : Number(most),
    });
  }
  return [...queues.values()];
}
