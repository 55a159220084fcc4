import { type Approval, approval, type Tool } from '../../../preload/contract/chat/tools.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import { type BuiltInDeps, builtInTools } from './built-in.ts';
import type { ToolContext, ToolDefinition } from './define.ts';

export { defineTool, type ToolContext, type ToolDefinition } from './define.ts';
export { machineHistoryTool } from './machine-history.ts';
export { workTools } from './work.ts';

export interface ToolsDeps extends BuiltInDeps {
  readonly database: Database;
  readonly emit: Emit;
  readonly policy?: Pick<Policy, 'isLocked'>;
}

/** Functions that models may call: built-in ones, and those of other sources. */
export interface Tools {
  readonly calls: Handlers<'tools'>;
  /**
   * Adds tools from elsewhere; returns a function that removes them. Those of other programs are left out if the policy
   * forbids them. @throws Error if a name is taken
   */
  register(tools: readonly ToolDefinition[]): () => void;
  /** Returns the request's `tools` for these names, without unknown and forbidden ones. */
  offered(names: readonly string[]): Json[];
  /** Returns null for a tool that does not exist. */
  approvalOf(name: string): Approval | null;
  /** Returns the result for the model. @throws Error with a message for the model */
  run(name: string, input: unknown, context: ToolContext): Promise<string>;
}

const longestResult = 200_000;

/** For a tool without a row its definition decides. */
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
  const approvals = new Map(kept);

  const approvalOf = (name: string): Approval | null => {
    const tool = tools.get(name);
    return tool === undefined ? null : (approvals.get(name) ?? tool.approval);
  };
  const snapshot = (): Tool[] =>
    [...tools.values()].map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
      approval: approvalOf(name) ?? 'never',
    }));
  // The argument schemas are created on first use: the start of the app has no time for them.
  let isAsked = false;
  const tellChange = (): void => {
    if (isAsked) emit('tools.changed', snapshot());
  };

  return {
    calls: {
      async snapshot() {
        isAsked = true;
        return snapshot();
      },
      async setApproval({ name, approval: chosen }) {
        if (!tools.has(name)) throw new AppError('not-found', { details: { what: 'tool' } });
        await database.run({
          sql: 'INSERT OR REPLACE INTO tool_approvals (name, approval) VALUES (?, ?)',
          params: [name, chosen],
        });
        approvals.set(name, chosen);
        emit('tools.changed', snapshot());
      },
    },

    register(offered) {
      const added = offered.filter(
        ({ isExternal }) => !(isExternal && policy?.isLocked('noExternalTools')),
      );
      const taken = added.find(({ name }) => tools.has(name));
      if (taken !== undefined) throw new Error(`there is a tool named ${taken.name}`);
      for (const tool of added) tools.set(tool.name, tool);
      tellChange();
      return () => {
        for (const { name } of added) tools.delete(name);
        tellChange();
      };
    },

    offered: (names) =>
      [...new Set(names)].flatMap((name) => {
        const tool = tools.get(name);
        if (tool === undefined || approvalOf(name) === 'never') return [];
        const { description, parameters } = tool;
        return [{ type: 'function', function: { name, description, parameters } }];
      }),

    approvalOf,

    async run(name, input, context) {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`there is no tool named ${name}`);
      const value = await tool.run(input, context);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text.length <= longestResult ? text : `${text.slice(0, longestResult)}… (cut)`;
    },
  };
}
