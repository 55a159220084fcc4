import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import type { ToolCall, ToolProgress } from '../../../preload/contract/chat/conversation.ts';
import type { Approval } from '../../../preload/contract/chat/tools.ts';
import type { PolicyLock } from '../../../preload/contract/settings/policy-locks.ts';
import type { Json, UnsentLines } from '../../../preload/contract/shapes.ts';

/** Facts about the call for a tool. */
export interface ToolContext {
  readonly systemId: string;
  readonly conversationId: string;
  /** Aborts when the turn is stopped. */
  readonly signal: AbortSignal;
  /** Shows how far the tool is. */
  readonly tell?: (progress: ToolProgress) => void;
}

/** What a result has besides the text for the model. */
export interface ResultParts extends Pick<ToolCall, 'structured' | 'links' | 'serverId'> {
  /** Images, checked to be such. */
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

/** A result with more than text. */
export class ToolAnswer {
  readonly text: string;
  readonly parts: ResultParts;

  constructor(text: string, parts: ResultParts) {
    this.text = text;
    this.parts = parts;
  }
}

/** One call that may run. */
export interface RunningCall {
  /** Hash of message, call, tool and arguments: the same for the same call, however often it is tried. */
  readonly key: string;
  /** Of the tool that the user allowed. */
  readonly fingerprint: string;
}

/** The server that a tool belongs to, as it was when it told of the tool. */
export interface ToolOrigin {
  readonly serverId: string;
  readonly name: string;
  /** Command line or address. */
  readonly where: string;
  /** Null: for all systems. */
  readonly systemId: string | null;
  /** Hash of what decides which program or service it is. */
  readonly identity: string;
  /** The tool's name in the server's words. */
  readonly ownName: string;
  /** False only if the server says that the tool only reads. */
  readonly writes: boolean;
}

/** A tool without the types of its arguments, as the registry stores it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Json;
  /** Default until the user changes it. */
  readonly approval: Approval;
  /** Absent: it comes with the app. */
  readonly origin?: ToolOrigin;
  /** Results are texts of others, such as files. Those of servers always are. */
  readonly returnsTextOfOthers?: boolean;
  /** It changes what cannot be taken back: it asks each time, and "always" is refused. */
  readonly everyTime?: boolean;
  /** Where the operator locked this, there is no such tool. */
  readonly lock?: PolicyLock;
  /** Returns why these arguments are none of this tool; null if they are. The user is not asked about those. */
  faultOf?(input: unknown): string | null;
  /** Returns the lines of a job's script of which something would not go along. */
  unsentOf?(input: unknown, systemId: string): UnsentLines;
  /**
   * @param call what the user allowed: a tool of a server that is another one by now refuses
   * @throws Error whose message is sent to the model
   */
  run(input: unknown, context: ToolContext, call: RunningCall): Promise<Json | ToolAnswer>;
}

/** Defines a tool whose arguments are validated before it runs. */
export function defineTool<I extends z.ZodType>(tool: {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly approval: Approval;
  readonly returnsTextOfOthers?: boolean;
  readonly everyTime?: boolean;
  readonly lock?: PolicyLock;
  readonly unsentOf?: (input: z.output<I>, systemId: string) => UnsentLines;
  readonly run: (input: z.output<I>, context: ToolContext, call: RunningCall) => Promise<Json>;
}): ToolDefinition {
  const { name, description, approval, input, returnsTextOfOthers = false } = tool;
  const { everyTime = false, lock, unsentOf } = tool;
  // Created for the first model that is offered the tool, not at the start of the app.
  let parameters: Json | undefined;
  return {
    name,
    description,
    approval,
    returnsTextOfOthers,
    everyTime,
    ...(lock && { lock }),
    ...(unsentOf && {
      unsentOf: (value: unknown, systemId: string) => unsentOf(input.parse(value), systemId),
    }),
    get parameters() {
      parameters ??= parseJson(JSON.stringify(z.toJSONSchema(input, { io: 'input' }))) as Json;
      return parameters;
    },
    faultOf(value) {
      const parsed = input.safeParse(value);
      return parsed.success ? null : z.prettifyError(parsed.error);
    },
    async run(value, context, call) {
      const parsed = input.safeParse(value);
      if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
      return tool.run(parsed.data, context, call);
    },
  };
}
