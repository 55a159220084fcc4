import { parseJson } from '../../../common/texts/json.ts';
import type { ToolRequest } from '../../../preload/contract/chat/tools.ts';
import type { RunningCall, ToolDefinition } from './define.ts';
import { fingerprintOf, hashOf, subjectOf } from './fingerprint.ts';
import { type Judgement, judge, type Permissions } from './permissions.ts';

/** A call of a model, and where. */
export interface WaitingCall {
  readonly messageId: string;
  readonly callId: string;
  readonly conversationId: string;
  readonly systemId: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly text: string;
  /** Whose texts are in the context. */
  readonly sources: readonly string[];
}

/** Exactly what may run. */
export interface PermittedCall extends RunningCall {
  readonly name: string;
  /** JSON of the arguments. */
  readonly input: string;
}

/** Maximum characters of a call's arguments. */
const longestArguments = 1_000_000;

type Judged =
  | { readonly kind: 'never' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'run'; readonly call: PermittedCall }
  | {
      readonly kind: 'ask';
      readonly call: PermittedCall;
      readonly tool: ToolDefinition;
      readonly how: Extract<Judgement, { readonly kind: 'ask' }>;
      readonly before: ToolRequest['tool']['before'];
    };

/** @param known undefined if there is no such tool (any more) */
export function judgeCall(
  known: ToolDefinition | undefined,
  { messageId, callId, name, text, conversationId, systemId, sources }: WaitingCall,
  kept: {
    readonly permissions: Permissions;
    before(tool: ToolDefinition, conversationId: string): ToolRequest['tool']['before'];
  },
): Judged {
  const isElsewhere = ![undefined, null, systemId].includes(known?.origin?.systemId);
  if (known === undefined || isElsewhere) {
    return { kind: 'failed', words: `There is no tool named ${name}.` };
  }
  const how = judge(kept.permissions, subjectOf(known), conversationId, sources.length > 0);
  if (how.kind === 'never') return { kind: 'never' };
  let input: string;
  try {
    if (text.length > longestArguments) throw new Error('the arguments are too long');
    // What is shown is what runs: the arguments as they were read, not as they were written.
    const value = text.trim() === '' ? {} : parseJson(text);
    const fault = known.faultOf?.(value) ?? null;
    if (fault !== null) throw new Error(fault);
    input = JSON.stringify(value, null, 2);
  } catch (error) {
    return { kind: 'failed', words: `Error: ${error instanceof Error ? error.message : error}` };
  }
  const key = hashOf(messageId, callId, name, input);
  const call = { name, fingerprint: fingerprintOf(known), input, key };
  if (how.kind === 'run') return { kind: 'run', call };
  return { kind: 'ask', call, tool: known, how, before: kept.before(known, conversationId) };
}

/** Returns the question for the user; null if there is nothing to ask. */
export function questionOf(judged: Judged, of: WaitingCall): ToolRequest | null {
  if (judged.kind !== 'ask') return null;
  const { call, tool, how, before } = judged;
  const { origin, name, description } = tool;
  const { messageId, callId, conversationId, systemId, sources } = of;
  return {
    messageId,
    callId,
    conversationId,
    systemId,
    tool: {
      name,
      description,
      approval: 'ask',
      serverId: origin?.serverId ?? null,
      ownName: origin?.ownName ?? name,
      systemId: origin?.systemId ?? null,
      writes: subjectOf(tool).writes,
      everyTime: subjectOf(tool).everyTime,
      fingerprint: call.fingerprint,
      before,
    },
    server: origin === undefined ? null : { name: origin.name, where: origin.where },
    arguments: call.input,
    ...(tool.unsentOf?.(parseJson(call.input), systemId) ?? { unsent: [], moreUnsent: 0 }),
    digest: hashOf(call.fingerprint, call.input, how.reason, [...how.offers]),
    reason: how.reason,
    sources: sources.slice(0, 20),
    offers: [...how.offers],
  };
}
