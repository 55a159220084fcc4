import type { ComputeApi, Send } from '../types.ts';
import { isRecord, jsonOf, readText } from '../values.ts';
import { createFieldFiles, runFieldCommand } from './files.ts';
import { createFieldJobs } from './jobs.ts';

/** The Web API whose machine states the app shows, with what it has in the field: queues, files, commands. */
export function createFieldApi(send: Send, now: () => Date = () => new Date()): ComputeApi {
  return {
    family: 'field',
    async machines(signal) {
      const value = jsonOf(await send({ method: 'GET', path: '/status/', reads: true }, signal));
      if (!Array.isArray(value)) return [];
      return value.flatMap((record) => (isRecord(record) ? (readText(record.machine) ?? []) : []));
    },
    jobs: createFieldJobs(send),
    files: createFieldFiles(send, now),
    run: (machine, command, signal) => runFieldCommand(send, machine, command, signal),
  };
}
