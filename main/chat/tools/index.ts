import { parseJson } from '../../../common/texts/json.ts';
import { type Approval, approval, type Tool } from '../../../preload/contract/chat/tools.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import { type BuiltInDeps, builtInTools } from './built-in.ts';
import { ToolAnswer, type ToolContext, type ToolDefinition } from './define.ts';
import { fingerprintOf, subjectOf } from './fingerprint.ts';
import { createKeptPermissions, type KeptPermissions } from './kept-permissions.ts';
import { judgeCall, type PermittedCall, questionOf, type WaitingCall } from './question.ts';
import { createToolRequests } from './requests.ts';

export {
  defineTool,
  type ResultParts,
  ToolAnswer,
  type ToolContext,
  type ToolDefinition,
} from './define.ts';
export { hashOf } from './fingerprint.ts';
export { permissionRows } from './kept-permissions.ts';
export { machineHistoryTool } from './machine-history.ts';
export { workTools } from './work.ts';

export interface ToolsDeps extends BuiltInDeps {
  readonly database: Database;
  readonly emit: Emit;
  readonly policy?: Pick<Policy, 'isLocked'>;
}

/** `refused` by the user or by the tool's setting, with the words for the model. */
export type Permitted =
  | { readonly kind: 'run'; readonly call: PermittedCall }
  | { readonly kind: 'refused' | 'failed'; readonly words: string };

/** Functions that models may call: built-in ones, and those of servers. */
export interface Tools {
  readonly calls: Handlers<'tools'>;
  readonly requestCalls: Handlers<'toolRequests'>;
  /**
   * Adds tools from elsewhere; returns a function that removes them. Those of servers are left out if the policy
   * forbids them, and so are those with a lock of their own. @throws Error if a name is taken
   */
  register(tools: readonly ToolDefinition[]): () => void;
  /** Returns the request's `tools` for these names, without unknown and forbidden ones, and those of other systems. */
  offered(names: readonly string[], systemId: string): Json[];
  /** Returns whose texts are in the results of these tools. */
  sourcesOf(names: readonly string[]): string[];
  /** Finds out whether a call may run; asks the user if needed. */
  permit(call: WaitingCall, signal: AbortSignal): Promise<Permitted>;
  /** Returns the result, its text for the model. @throws Error with a message for the model */
  run(call: PermittedCall, context: ToolContext): Promise<ToolAnswer>;
  /** Returns the fingerprint of a tool as it is now; null if there is none. */
  fingerprints(name: string): string | null;
  /** Forgets the permissions of a server's tools. */
  forgetServer(serverId: string): void;
}

const longestResult = 200_000;
const notAllowed = 'The user did not allow this call.';

/** For a built-in tool without a row its definition decides. */
export const approvalRows: RowReader<readonly [string, Approval]> = {
  table: 'tool_approvals',
  called: 'name',
  read: (row) => [row.text('name'), row.shaped('approval', approval)],
};

export async function createTools({ database, emit, policy, ...deps }: ToolsDeps): Promise<Tools> {
  const tools = new Map(builtInTools(deps).map((tool) => [tool.name, tool]));
  const kept = readRows(
    database,
    approvalRows,
    await database.all({ sql: 'SELECT * FROM tool_approvals' }),
  );
  const permissions = await createKeptPermissions(database, new Map(kept));
  const requests = createToolRequests(emit, async (request, holds) => {
    const tool = tools.get(request.tool.name);
    if (tool === undefined) return;
    if (holds === 'always') await permissions.set(tool, 'always');
    else permissions.allowHere(tool, request.conversationId);
    tellChange();
  });

  const snapshot = (): Tool[] => [...tools.values()].map((tool) => shown(tool, permissions));
  // The argument schemas are created on first use: the start of the app has no time for them.
  let isAsked = false;
  function tellChange(): void {
    if (isAsked) emit('tools.changed', snapshot());
    requests.recheck();
  }
  const judged = (call: WaitingCall) => judgeCall(tools.get(call.name), call, permissions.now());

  return {
    calls: {
      async snapshot() {
        isAsked = true;
        return snapshot();
      },
      async setApproval({ name, fingerprint, approval: chosen }) {
        const tool = tools.get(name);
        if (tool === undefined) throw new AppError('not-found', { details: { what: 'tool' } });
        if (fingerprintOf(tool) !== fingerprint) {
          throw new AppError('tool-changed', { details: { name } });
        }
        if (tool.everyTime === true && chosen === 'always') {
          throw new AppError('tool-asks-every-time', { details: { name } });
        }
        isAsked = true;
        await permissions.set(tool, chosen);
        tellChange();
      },
    },
    requestCalls: requests.calls,

    register(offered) {
      const added = offered.filter(
        ({ origin, lock }) =>
          !(origin !== undefined && policy?.isLocked('noExternalTools')) &&
          !(lock !== undefined && policy?.isLocked(lock)),
      );
      const taken = added.find(({ name }) => tools.has(name));
      if (taken !== undefined) throw new Error(`there is a tool named ${taken.name}`);
      for (const tool of added) tools.set(tool.name, tool);
      tellChange();
      return () => {
        for (const tool of added) if (tools.get(tool.name) === tool) tools.delete(tool.name);
        tellChange();
      };
    },

    offered: (names, systemId) =>
      [...new Set(names)].flatMap((name) => {
        const tool = tools.get(name);
        if (tool === undefined || permissions.approvalOf(tool) === 'never') return [];
        if (![undefined, null, systemId].includes(tool.origin?.systemId)) return [];
        const { description, parameters } = tool;
        return [{ type: 'function', function: { name, description, parameters } }];
      }),

    sourcesOf: (names) => [
      ...new Set(
        names.flatMap((name) => {
          const tool = tools.get(name);
          const isOwn = tool !== undefined && tool.origin === undefined;
          return isOwn && !tool.returnsTextOfOthers ? [] : [tool?.origin?.name ?? name];
        }),
      ),
    ],

    async permit(call, signal) {
      for (;;) {
        const found = judged(call);
        if (found.kind === 'run' || found.kind === 'failed') return found;
        if (found.kind === 'never') return { kind: 'refused', words: notAllowed };
        const current = () => questionOf(judged(call), call);
        const question = current();
        // it asks: there is a question
        if (question === null) continue;
        const outcome = await requests.ask(question, current, signal);
        if (outcome.kind === 'allow') return { kind: 'run', call: found.call };
        if (outcome.kind === 'refuse') {
          const reason = outcome.reason?.trim() ?? '';
          const words = reason === '' ? notAllowed : `${notAllowed} The reason: ${reason}`;
          return { kind: 'refused', words };
        }
      }
    },

    async run({ name, input, ...call }, context) {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`there is no tool named ${name}`);
      if (fingerprintOf(tool) !== call.fingerprint)
        throw new Error(`${name} changed and was not run`);
      return bounded(await tool.run(parseJson(input), context, call));
    },

    fingerprints(name) {
      const tool = tools.get(name);
      return tool === undefined ? null : fingerprintOf(tool);
    },

    forgetServer: permissions.forgetServer,
  };
}

/** Returns a result, its text within the bound. */
function bounded(value: Json | ToolAnswer): ToolAnswer {
  if (!(value instanceof ToolAnswer)) {
    const whole = typeof value === 'string' ? value : JSON.stringify(value);
    return bounded(new ToolAnswer(whole, { files: [] }));
  }
  const { text, parts } = value;
  const isLong = text.length > longestResult;
  return new ToolAnswer(isLong ? `${text.slice(0, longestResult)}… (cut)` : text, parts);
}

/** Returns a tool as windows see it. */
function shown(
  tool: ToolDefinition,
  permissions: Pick<KeptPermissions, 'approvalOf' | 'before'>,
): Tool {
  const { name, description, parameters, origin } = tool;
  return {
    ...{ name, description, parameters },
    approval: permissions.approvalOf(tool),
    serverId: origin?.serverId ?? null,
    ownName: origin?.ownName ?? name,
    systemId: origin?.systemId ?? null,
    writes: subjectOf(tool).writes,
    everyTime: subjectOf(tool).everyTime,
    fingerprint: fingerprintOf(tool),
    before: permissions.before(tool),
  };
}
