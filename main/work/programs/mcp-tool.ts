import * as z from 'zod';

/** What is run for a program through MCP. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** What works where it has run. */
  readonly proves: 'service' | 'session' | 'ssh' | null;
  /** @throws Refused, AppError */
  run(input: unknown, signal: AbortSignal): Promise<unknown>;
}

/** A word or a path that a program sends. */
export const text = z.string().min(1).max(4_000);

export function defineTool<I extends z.ZodObject>(tool: {
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
