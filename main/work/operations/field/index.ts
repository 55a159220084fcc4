import type { ComputeApi, Send } from '../types.ts';
import { isRecord, type JsonRecord, jsonOf, readText } from '../values.ts';
import { createFieldFiles, runFieldCommand } from './files.ts';
import { createFieldJobs } from './jobs.ts';

/** The Web API whose machine states the app shows, with what it has in the field: queues, files, commands. */
export function createFieldApi(send: Send, now: () => Date = () => new Date()): ComputeApi {
  return {
    family: 'field',
    async machines(signal) {
      const value = jsonOf(await send({ method: 'GET', path: '/status/', reads: true }, signal));
      const records = Array.isArray(value) ? value.filter(isRecord) : [];
      // Those that are down come last: the first one is opened where the user has chosen none.
      const sorted = records.toSorted((a, b) => Number(isDown(a)) - Number(isDown(b)));
      return sorted.flatMap(({ machine }) => readText(machine) ?? []);
    },
    jobs: createFieldJobs(send),
    files: createFieldFiles(send, now),
    run: (machine, command, signal) => runFieldCommand(send, machine, command, signal),
  };
}

const isDown = ({ status }: JsonRecord): boolean => status === 'NG';
