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
import { defineTool, type McpTool, text } from './mcp-tool.ts';
import { type WorkToolDeps, workTools } from './mcp-work.ts';
import { missing, Refused } from './refusal.ts';
import type { StoredProgram } from './store.ts';

export interface McpToolDeps extends WorkToolDeps {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly genai: Pick<Genai, 'requireReady' | 'pass' | 'models'>;
  readonly machines: Pick<Machines, 'snapshot'>;
  readonly history: Pick<MachineHistory, 'summary' | 'names'>;
  readonly conversations: Pick<ChatStore, 'list' | 'conversation' | 'branch'>;
}

type Lacking = Extract<ProgramRequest['missing'], 'conversations' | 'write'>;

const most = {
  ...{ names: 50, conversations: 500, answer: 4 * 1024 * 1024, conversation: 512 * 1024 },
};
/** What a key lacks to use a tool of its system; null where there is none of this name, or none is lacking. */
export function lackingFor(
  program: StoredProgram,
  tool: string,
  deps: McpToolDeps,
): Lacking | null {
  const named = (may: Partial<StoredProgram>): boolean =>
    mcpToolsFor({ ...program, ...may }, deps).some(({ name }) => name === tool);
  if (named({})) return null;
  if (named({ conversations: true })) return 'conversations';
  return named({ readOnly: false }) ? 'write' : null;
}

/** Returns what a program may run: it reads, asks models and, where its key is not read only, submits jobs. */
export function mcpToolsFor(program: StoredProgram, deps: McpToolDeps): readonly McpTool[] {
  const { webApiUrl, genaiUrl } = deps.systems.get(program.systemId);
  return [
    ...(webApiUrl === '' ? [] : ofMachines(program, deps)),
    ...(genaiUrl === null ? [] : ofModels(program, deps)),
    ...workTools(program, deps),
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
