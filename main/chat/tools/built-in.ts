import * as z from 'zod';
import type { MachinesState } from '../../../preload/contract/machines/machines.ts';
import { calculate } from './calculator.ts';
import { defineTool, type ToolDefinition } from './define.ts';

export interface BuiltInDeps {
  readonly machines: {
    /** The last known state. */
    snapshot(systemId: string): Promise<Pick<MachinesState, 'machines' | 'checkedAt'>>;
  };
  readonly now?: () => Date;
}

/** Returns the tools that come with the app. */
export function builtInTools({ machines, now = () => new Date() }: BuiltInDeps): ToolDefinition[] {
  return [
    defineTool({
      name: 'machine_states',
      description: 'The present state of every machine of the compute system, as last checked.',
      input: z.object({}),
      approval: 'ask',
      async run(_, { systemId }) {
        const { machines: seen, checkedAt } = await machines.snapshot(systemId);
        return {
          checkedAt,
          machines: seen.map(({ name, status, state, since }) => ({ name, status, state, since })),
        };
      },
    }),
    defineTool({
      name: 'current_time',
      description: "The present date and time in UTC and in the user's time zone.",
      input: z.object({}),
      approval: 'always',
      async run() {
        const at = now();
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        const local = new Intl.DateTimeFormat('en-GB', {
          dateStyle: 'full',
          timeStyle: 'long',
          timeZone,
        });
        return { utc: at.toISOString(), local: local.format(at), timeZone };
      },
    }),
    defineTool({
      name: 'calculator',
      description:
        'Computes an arithmetic expression: + - * / % ^, parentheses, sqrt, exp, ln, log10, log2, sin, cos, tan, min, max, floor, ceil, round, abs, pi, e.',
      input: z.object({ expression: z.string() }),
      approval: 'always',
      run: async ({ expression }) => calculate(expression),
    }),
  ];
}
