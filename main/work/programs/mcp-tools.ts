import * as z from 'zod';
import { parseForeign } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { historySpans } from '../../../preload/contract/machines/history-spans.ts';
import type { ProgramRequest } from '../../../preload/contract/work/programs.ts';
import type { ChatStore } from '../../chat/conversations/index.ts';
import type { Genai } from '../../chat/service/index.ts';
import type { MachineHistory } from '../../machines/history/index.ts';
import type { Machines } from '../../machines/monitor/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { ComputeApis } from '../apis.ts';
import type { FileOperations, Job, JobOperations } from '../operations/types.ts';
import { missing, Refused } from './refusal.ts';
import type { StoredProgram } from './store.ts';

export interface McpToolDeps {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly genai: Pick<Genai, 'requireReady' | 'pass' | 'models'>;
  readonly machines: Pick<Machines, 'snapshot'>;
  readonly history: Pick<MachineHistory, 'summary' | 'names'>;
  readonly apis: Pick<ComputeApis, 'of'>;
  readonly conversations: Pick<ChatStore, 'list' | 'conversation' | 'branch'>;
  /** @throws AppError where a call would wait for the user */
  readonly requireReady: (systemId: string) => Promise<void>;
}

/** What is run for a program through MCP. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** What works where it has run. */
  readonly proves: 'service' | 'session' | null;
  /** @throws Refused, AppError */
  run(input: unknown, signal: AbortSignal): Promise<unknown>;
}

type Lacking = Extract<ProgramRequest['missing'], 'conversations'>;

const most = {
  ...{ jobs: 200, entries: 1_000, names: 50, conversations: 500 },
  ...{ file: 256 * 1024, answer: 4 * 1024 * 1024, conversation: 512 * 1024 },
};
const text = z.string().min(1).max(4_000);

function defineTool<I extends z.ZodObject>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly proves?: McpTool['proves'];
  readonly run: (input: z.output<I>, signal: AbortSignal) => Promise<unknown>;
}): McpTool {
  return {
    proves: null,
    ...tool,
    run: (input, signal) => tool.run(tool.input.parse(input), signal),
  };
}

/** What a key lacks to use a tool that there is; null where there is none of this name, or none is lacking. */
export function lackingFor(program: StoredProgram, tool: string): Lacking | null {
  const isOfConversations = tool === 'conversations' || tool === 'conversation';
  return isOfConversations && !program.conversations ? 'conversations' : null;
}

/** Returns what a program may run: it reads, and asks models; nothing of it changes the system. */
export function mcpToolsFor(program: StoredProgram, deps: McpToolDeps): readonly McpTool[] {
  const { webApiUrl, genaiUrl } = deps.systems.get(program.systemId);
  return [
    ...(webApiUrl === '' ? [] : ofMachines(program, deps)),
    ...(genaiUrl === null ? [] : ofModels(program, deps)),
    ...ofWork(program, deps),
    ...(program.conversations ? ofConversations(program, deps) : []),
  ];
}

function ofMachines({ systemId }: StoredProgram, { machines, history }: McpToolDeps): McpTool[] {
  return [
    defineTool({
      name: 'machines',
      description:
        'The machines of the compute system with their states, as Compute Desk saw them last.',
      input: z.object({}),
      async run() {
        const { machines: all, checkedAt } = await machines.snapshot(systemId);
        return { checkedAt, machines: all };
      },
    }),
    defineTool({
      name: 'machine_history',
      description:
        'Availability of one machine over a span up to now, hours by state, and each change of its state.',
      input: z.object({ machine: text, span: z.enum(historySpans).default('7d') }),
      async run({ machine, span }) {
        const summary = await history.summary(systemId, machine, span);
        if (summary !== null) return summary;
        const names = await history.names(systemId, most.names);
        throw new Refused(404, 'no-machine', `No such machine. Some are: ${names.join(', ')}`);
      },
    }),
  ];
}

function ofModels(program: StoredProgram, { genai }: McpToolDeps): McpTool[] {
  const { systemId, models: permitted } = program;
  const isPermitted = (model: string): boolean => permitted?.includes(model) ?? true;
  return [
    defineTool({
      name: 'models',
      description: 'The models of the generative AI service that this key may use.',
      input: z.object({}),
      run: async () => ({
        models: genai
          .models(systemId)
          .filter(({ id, listed }) => listed && isPermitted(id))
          .map(({ id, contextLength }) => ({ id, contextLength })),
      }),
    }),
    defineTool({
      name: 'complete',
      proves: 'service',
      description: 'Asks a model of the generative AI service once, and returns its answer.',
      input: z.object({
        model: z.string().min(1).max(200),
        prompt: z.string().min(1).max(1_000_000),
        max_tokens: z.number().int().positive().max(100_000).optional(),
      }),
      async run({ model, prompt, max_tokens }, signal) {
        if (!isPermitted(model)) throw missing('model', model);
        genai.requireReady(systemId);
        const messages = [{ role: 'user', content: prompt }];
        const answer = await genai.pass(
          systemId,
          {
            ...{ method: 'POST', path: '/chat/completions', signal },
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            body: Buffer.from(JSON.stringify({ model, messages, max_tokens })),
          },
          { programId: program.id, program: program.name, model },
        );
        const words = answer.masked(await wholeText(answer.body));
        if (answer.status >= 300) {
          throw new Refused(
            502,
            'service',
            `The service said ${answer.status}: ${words.slice(0, 2_000)}`,
          );
        }
        return { text: answerIn(words) };
      },
    }),
  ];
}

async function wholeText(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size > most.answer) throw new Refused(502, 'too-large', 'The answer is too large.');
  }
  return Buffer.concat(pieces, size).toString('utf8');
}

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
});

function answerIn(words: string): string {
  try {
    return completion.parse(parseForeign(words)).choices[0]?.message.content ?? '';
  } catch {
    throw new Refused(502, 'answer', 'The service’s answer cannot be read.');
  }
}

/** Jobs and files, where the system has an API for them. `ssh` may ask the user something: a program cannot wait. */
function ofWork({ systemId }: StoredProgram, deps: McpToolDeps): McpTool[] {
  const api = deps.apis.of(systemId);
  if (api === null || deps.systems.get(systemId).computeApi?.family === 'slurm-ssh') return [];
  const { jobs, files } = api;
  const ready = (): Promise<void> => deps.requireReady(systemId);
  return [
    ...(jobs === null ? [] : ofJobs(jobs, ready)),
    ...(files === null ? [] : ofFiles(files, ready)),
  ];
}

const machineName = text.describe('The name of the machine.');
const absolutePath = text.describe('An absolute path.');

function ofJobs(jobs: JobOperations, ready: () => Promise<void>): McpTool[] {
  return [
    defineTool({
      name: 'jobs',
      proves: 'session',
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
  ];
}

function ofFiles(files: FileOperations, ready: () => Promise<void>): McpTool[] {
  const input = z.object({ machine: machineName, path: absolutePath });
  return [
    defineTool({
      name: 'files',
      proves: 'session',
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
      proves: 'session',
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

/** Those that are kept: temporary ones leave nothing behind, here neither. */
function ofConversations({ systemId }: StoredProgram, { conversations }: McpToolDeps): McpTool[] {
  return [
    defineTool({
      name: 'conversations',
      description: 'The conversations with the models of the system, the last used first.',
      input: z.object({}),
      async run() {
        const all = await conversations.list(systemId);
        const shown = all
          .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
          .slice(0, most.conversations)
          .map(({ id, title, model, updatedAt }) => ({ id, title, model, updatedAt }));
        return { conversations: shown, more: all.length > shown.length };
      },
    }),
    defineTool({
      name: 'conversation',
      description:
        'The messages of one conversation as it is shown, without attachments; of a long one the newest.',
      input: z.object({ id: text.describe('An id that the tool conversations returned.') }),
      async run({ id }) {
        const found = await conversations.conversation(id);
        if (found.systemId !== systemId) throw new AppError('not-found');
        const branch = found.leafId === null ? [] : await conversations.branch(found.leafId);
        const messages = newest(branch, most.conversation);
        return { title: found.title, messages, more: branch.length > messages.length };
      },
    }),
  ];
}

function newest(
  branch: readonly { readonly role: string; readonly content: string }[],
  characters: number,
) {
  let left = characters;
  const first = branch.findLastIndex(({ content }) => {
    left -= content.length;
    return left < 0;
  });
  return branch.slice(first + 1).map(({ role, content }) => ({ role, content }));
}

const withoutRecord = ({ record: _record, ...rest }: Job) => rest;

/** @throws Refused for a path that is not absolute, or that leads up */
function plainPath(path: string): string {
  const parts = path.split('/');
  const isPlain = parts[0] === '' && !parts.some((part) => part === '..' || part === '.');
  if (isPlain && !/\p{Cc}/u.test(path)) return path;
  throw new Refused(400, 'path-refused', 'The path must be absolute, without . and .. in it.');
}
