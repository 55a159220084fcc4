import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import type { Approval } from '../../../preload/contract/chat/tools.ts';
import type { Json } from '../../../preload/contract/shapes.ts';

/** Facts about the call for a tool. */
export interface ToolContext {
  readonly systemId: string;
  readonly conversationId: string;
  /** Aborts when the turn is stopped. */
  readonly signal: AbortSignal;
}

/** A tool without the types of its arguments, as the registry stores it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Json;
  /** Default until the user changes it. */
  readonly approval: Approval;
  /** Whether it is another program that the user has added. */
  readonly isExternal?: boolean;
  /** @throws Error whose message is sent to the model */
  run(input: unknown, context: ToolContext): Promise<Json>;
}

/** Defines a tool whose arguments are validated before it runs. */
export function defineTool<I extends z.ZodType>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly approval: Approval;
  readonly run: (input: z.output<I>, context: ToolContext) => Promise<Json>;
}): ToolDefinition {
  const { name, description, approval, input } = tool;
  // Created for the first model that is offered the tool, not at the start of the app.
  let parameters: Json | undefined;
  return {
    name,
    description,
    approval,
    get parameters() {
      parameters ??= parseJson(JSON.stringify(z.toJSONSchema(input, { io: 'input' }))) as Json;
      return parameters;
    },
    async run(value, context) {
      const parsed = input.safeParse(value);
      if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
      return tool.run(parsed.data, context);
    },
  };
}
