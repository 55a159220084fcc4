import * as z from 'zod';
import { exceedsDepth, parseForeign } from '../../../common/texts/json.ts';
import { plainLine } from '../../base/network/refusal/index.ts';
import { Refused } from './refusal.ts';

/** What a message to `/mcp` is, as far as it is looked at here. */
export interface Message {
  /** What is written down of it: its method and the tool's name, and nothing of its arguments. */
  readonly call: string;
  /** The tool that it calls, empty if it has no name that a tool has; null: it calls none. */
  readonly tool: string | null;
  /** A stream of what changes, without an end of its own. */
  readonly isSubscription: boolean;
  /** What the program calls itself; null where it does not say. */
  readonly reportedName: string | null;
}

const longestName = 80;

const client = z
  .object({ name: z.string(), title: z.string().optional(), version: z.string().optional() })
  .optional()
  .catch(undefined);

const message = z.object({
  method: z
    .string()
    .regex(/^[a-z_]+(\/[a-z_]+){0,3}$/i)
    .max(60),
  params: z
    .object({
      name: z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .optional()
        .catch(undefined),
      /** Until 2025-11-25, at the beginning. */
      clientInfo: client,
      /** Since 2026-07-28, with each request. */
      _meta: z.object({ 'io.modelcontextprotocol/clientInfo': client }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** @throws Refused where the message is too large, nests too deep, or is several */
export function readMessage(body: Uint8Array): Message {
  const words = readableWords(body);
  try {
    const { method, params } = message.parse(parseForeign(words));
    const told = params?.clientInfo ?? params?._meta?.['io.modelcontextprotocol/clientInfo'];
    const reported = told && `${told.title ?? told.name} ${told.version ?? ''}`;
    return {
      call: params?.name === undefined ? method : `${method} ${params.name}`,
      tool: method === 'tools/call' ? (params?.name ?? '') : null,
      isSubscription: method === 'subscriptions/listen',
      reportedName: (reported && plainLine(reported, longestName).trim()) || null,
    };
  } catch {
    return { call: '', tool: null, isSubscription: false, reportedName: null };
  }
}

/** Bytes and levels of a message: its arguments are a question to a model at most. */
const most = { bytes: 4 * 1024 * 1024, levels: 50 };

/** @throws Refused */
function readableWords(body: Uint8Array): string {
  if (body.length > most.bytes) throw new Refused(413, 'too-large', 'A message has at most 4 MB.');
  const words = Buffer.from(body).toString('utf8');
  if (exceedsDepth(words, most.levels)) {
    throw new Refused(400, 'too-deep', 'The message nests too deep.');
  }
  // Thousands of calls would count, and be written down, as one.
  if (words.trimStart().startsWith('[')) {
    throw new Refused(400, 'one-message', 'Send one message at a time.');
  }
  return words;
}
