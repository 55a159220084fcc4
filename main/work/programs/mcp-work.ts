import { hash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  submission as submissionShape,
  toolSubmission,
} from '../../../preload/contract/work/jobs.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { ComputeApis } from '../apis.ts';
import type { Jobs } from '../jobs/index.ts';
import type { ComputeApi, FileOperations, Job, JobOperations } from '../operations/types.ts';
import type { Ssh } from '../ssh/index.ts';
import { defineTool, type McpTool, text } from './mcp-tool.ts';
import { missing, Refused, toRefused } from './refusal.ts';
import type { StoredProgram } from './store.ts';

export interface WorkToolDeps {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly apis: Pick<ComputeApis, 'of'>;
  readonly jobs: Pick<Jobs, 'submit' | 'unsent' | 'printed'>;
  readonly ssh: Pick<Ssh, 'isOpen'>;
  readonly policy: Pick<Policy, 'requireOpen'>;
  /** @throws AppError where a call would wait for the user */
  readonly requireReady: (systemId: string) => Promise<void>;
}

const most = { jobs: 200, entries: 1_000, file: 256 * 1024, printed: 64 * 1024, script: 64 * 1024 };

/** How its tools get to the system. */
interface Route {
  readonly api: ComputeApi;
  /** @throws AppError, Refused where a call would wait for the user */
  readonly ready: () => Promise<void>;
  /** What a call that was answered shows to be there. */
  readonly proves: McpTool['proves'];
}

/** Jobs and files, where the system has an API for them. */
export function workTools(program: StoredProgram, deps: WorkToolDeps): McpTool[] {
  const { systemId } = program;
  const api = deps.apis.of(systemId);
  if (api === null) return [];
  const bySsh = deps.systems.get(systemId).computeApi?.family === 'slurm-ssh';
  const ready = async (): Promise<void> => {
    if (!bySsh) return deps.requireReady(systemId);
    deps.policy.requireOpen('noSsh');
    // It may ask the user something as it connects: a program cannot wait for that.
    if (!deps.ssh.isOpen(systemId)) throw missing('ssh');
  };
  const route: Route = { api, ready, proves: bySsh ? 'ssh' : 'session' };
  return [
    ...(api.jobs === null ? [] : ofJobs(program, api.jobs, deps, route)),
    ...(api.files === null ? [] : ofFiles(api.files, route)),
  ];
}

const machineName = text.describe('The name of the machine.');
const absolutePath = text.describe('An absolute path.');
const jobId = z.string().min(1).max(200).describe('The id of a job, as the tool jobs names it.');

function ofJobs(
  program: StoredProgram,
  jobs: JobOperations,
  deps: WorkToolDeps,
  route: Route,
): McpTool[] {
  const { ready, proves } = route;
  const { systemId } = program;
  return [
    defineTool({
      name: 'jobs',
      proves,
      description:
        'The jobs of the user on one machine: those that have not ended, or those that have.',
      input: z.object({ machine: machineName, ended: z.boolean().default(false) }),
      async run({ machine, ended }, signal) {
        await ready();
        const found = await jobs.list({ machine, ended, signal });
        return {
          jobs: found.slice(0, most.jobs).map(withoutRecord),
          more: found.length > most.jobs,
        };
      },
    }),
    defineTool({
      name: 'job',
      proves,
      description:
        'One job: its state, times, resources, folder, paths and, where the API tells it, its script; the tasks of an array follow it.',
      input: z.object({ machine: machineName, id: jobId }),
      async run({ machine, id }, signal) {
        await ready();
        const found = await jobs.show({ machine, id, signal });
        if (found.length === 0) throw new Refused(404, 'no-job', 'There is no such job.');
        const told = found.slice(0, most.jobs).map(withoutRecord);
        return { jobs: told, more: found.length > told.length };
      },
    }),
    defineTool({
      name: 'job_output',
      proves,
      description: 'The end of what a job printed, up to 64 KB of its output or error file.',
      input: z.object({
        machine: machineName,
        id: jobId,
        which: z.enum(['output', 'error']).default('output'),
      }),
      async run(asked, signal) {
        await ready();
        const { job, path, text, from, size } = await deps.jobs.printed(
          { systemId, ...asked, most: most.printed },
          signal,
        );
        return { job, path, text, from, size };
      },
    }),
    ...(program.readOnly ? [] : [submitTool(program, deps, route)]),
  ];
}

/** Submits a job once, with the marker of the app's own submissions; a lost answer is searched for in the queue. */
function submitTool(
  { id: programId, systemId }: StoredProgram,
  { jobs }: WorkToolDeps,
  { api, ready, proves }: Route,
): McpTool {
  return defineTool({
    name: 'submit_job',
    proves,
    description:
      'Submits one job script as the user. The result says what is known: accepted with the id of the job, sending, or not known because the answer was lost; then do not submit it again, Compute Desk looks for it in the queue. absent: it was looked for and is not there. notSent: lines of the script of which the system gets nothing, or only a part.',
    input: toolSubmission.extend({
      machine: machineName,
      script: z.string().min(1).max(most.script).describe('The whole batch script.'),
      request: z
        .string()
        .min(1)
        .max(200)
        .describe('Any word for this one job: with the same word and job nothing is sent again.'),
    }),
    async run({ request, ...asked }, signal) {
      await ready();
      const submission = submissionShape.parse(asked);
      const { machine, folder } = submission;
      if (folder !== null) plainPath(folder);
      if (!(await api.machines(signal)).includes(machine)) {
        throw new Refused(404, 'no-machine', 'There is no such machine.');
      }
      const id = idOf([programId, request, submission]);
      const { unsent: notSent, moreUnsent } = jobs.unsent({ systemId, submission });
      const { state, jobId, problem } = await jobs.submit({ systemId, id, submission });
      // The same word would send nothing.
      if (state === 'refused') {
        const why = problem === null ? '' : ` ${toRefused(AppError.fromData(problem)).message}`;
        const next = 'No job was made. To send it again, use another word as request.';
        throw new Refused(409, 'job-refused', `${next}${why}`);
      }
      const told = notSent.length > 0 && { notSent, moreUnsent };
      return { state, job: jobId, machine, ...told };
    },
  });
}

/** Returns a UUID (version 8) of a submission: its marker in the queue. */
function idOf(asked: unknown): string {
  const key = hash('sha256', JSON.stringify(asked));
  const part = (from: number, to: number): string => key.slice(from, to);
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `a${part(17, 20)}`, part(20, 32)].join('-');
}

function ofFiles(files: FileOperations, { ready, proves }: Route): McpTool[] {
  const input = z.object({ machine: machineName, path: absolutePath });
  return [
    defineTool({
      name: 'files',
      proves,
      description: 'The entries of a folder on a machine.',
      input,
      async run({ machine, path }, signal) {
        await ready();
        const entries = await files.list(machine, plainPath(path), signal);
        return { entries: entries.slice(0, most.entries), more: entries.length > most.entries };
      },
    }),
    defineTool({
      name: 'read_file',
      proves,
      description: 'The text of a file on a machine, up to 256 KB.',
      input,
      async run({ machine, path }, signal) {
        await ready();
        const bytes = await files.read(machine, plainPath(path), most.file, signal);
        return { text: Buffer.from(bytes).toString('utf8') };
      },
    }),
  ];
}

const withoutRecord = ({ record: _record, script, ...rest }: Job) => ({
  ...rest,
  ...(script && { script: script.slice(0, most.script) }),
});

/** @throws Refused for a path that is not absolute, or that leads up */
function plainPath(path: string): string {
  const parts = path.split('/');
  const isPlain = parts[0] === '' && !parts.some((part) => part === '..' || part === '.');
  if (isPlain && !/\p{Cc}/u.test(path)) return path;
  throw new Refused(400, 'path-refused', 'The path must be absolute, without . and .. in it.');
}
