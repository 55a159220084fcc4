import type * as z from 'zod';
import { isTreeWithin } from '../common/texts/json.ts';
import type { CallResult } from '../preload/contract/bridge.ts';
import { type Call, type ContractShape, findEntry } from '../preload/contract/define.ts';
import { AppError } from '../preload/contract/errors.ts';
import type { AllHandlers, Sender } from '../preload/contract/index.ts';
import { maxMessageDepth } from '../preload/contract/wire.ts';
import type { Log } from './base/host.ts';

/** Declared calls, and what answers them: all of them, or some. */
export interface Answers {
  readonly declared: ContractShape;
  readonly handlers: { readonly [D in keyof AllHandlers]?: Partial<AllHandlers[D]> };
}

export interface CallsOptions {
  /** A call goes to the first that answers it. It waits for those that are not there yet. */
  readonly parts: readonly (Answers | Promise<Answers>)[];
  readonly log: Log;
  /** Tests validate outputs too: a handler whose answer breaks its schema is then `internal`. */
  readonly validateOutput?: boolean;
}

interface Answerer {
  readonly entry: Call;
  readonly handler: (input: unknown, sender: Sender) => Promise<unknown>;
}

/**
 * The one way into main. Refuses a name that the contract does not declare, validates input on every call, and converts
 * whatever a handler throws to an AppError without its cause.
 */
export function createCalls({ parts, log, validateOutput = false }: CallsOptions) {
  async function find(name: string): Promise<Answerer> {
    for (const part of parts) {
      const found = answererIn(await part, name);
      if (found !== null) return found;
    }
    throw new AppError('contract-unknown-call', { details: { name: name.slice(0, 100) } });
  }

  return async function call(name: string, input: unknown, sender: Sender): Promise<CallResult> {
    try {
      const { entry, handler } = await find(name);
      const parsed = readInput(name, entry.input, input);
      if (!parsed.success) {
        throw new AppError('contract-invalid-input', {
          details: { name, where: parsed.error.issues[0]?.path.join('.') ?? '' },
        });
      }
      const value = await handler(withoutGaps(parsed.data), sender);
      if (validateOutput) {
        const checked = entry.output.safeParse(value);
        if (!checked.success)
          throw new Error(`${name} answered outside its schema: ${checked.error.message}`);
      }
      return { ok: true, value };
    } catch (cause) {
      if (cause instanceof AppError) {
        if (cause.cause !== undefined)
          log.error('call-failed', cause.cause, { name, code: cause.code });
        return { ok: false, error: cause.toData() };
      }
      log.error('call-crashed', cause, { name });
      if (isDiskFull(cause)) return { ok: false, error: new AppError('disk-full').toData() };
      return { ok: false, error: new AppError('internal', { details: { name } }).toData() };
    }
  };
}

function answererIn({ declared, handlers }: Answers, name: string): Answerer | null {
  const entry = findEntry(declared, name);
  if (entry?.kind !== 'call') return null;
  const [domain = '', member = ''] = name.split('.');
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = handlers;
  const handler = groups[domain]?.[member];
  return handler === undefined ? null : { entry, handler: handler as Answerer['handler'] };
}

/** A file could not be written: nothing is wrong with the app. */
function isDiskFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^(ENOSPC|EDQUOT)$/.test(String(cause.code));
}

/** Maximum parts of one input: more than any list of the contract has, and few enough to walk. */
const mostParts = 2_000_000;

/**
 * @throws AppError `call-too-deep`: Electron can pass values with endless nesting, or such that JSON would be endless
 */
function readInput(name: string, schema: z.ZodType, input: unknown) {
  // the message around it is a level too
  if (!isTreeWithin(input, maxMessageDepth - 1, mostParts)) {
    throw new AppError('call-too-deep', { details: { name, limit: maxMessageDepth } });
  }
  return schema.safeParse(input ?? undefined);
}

/**
 * Removes undefined fields from a record: JSON leaves them out, Electron's IPC does not, and a change must not remove
 * anything that it does not name.
 */
function withoutGaps(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !Object.values(input).includes(undefined)) {
    return input;
  }
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
