import type * as z from 'zod';
import { isTreeWithin } from '../common/texts/json.ts';
import type { CallResult } from '../preload/contract/bridge.ts';
import { AppError } from '../preload/contract/errors.ts';
import { type AllHandlers, findCall, type Sender } from '../preload/contract/index.ts';
import { maxMessageDepth } from '../preload/contract/wire.ts';
import type { Log } from './base/host.ts';

export interface CallsOptions {
  readonly handlers: AllHandlers;
  readonly log: Log;
  /** Tests validate outputs too: a handler whose answer breaks its schema is then `internal`. */
  readonly validateOutput?: boolean;
}

type AnyHandler = (input: unknown, sender: Sender) => Promise<unknown>;

/**
 * The one way into main. Refuses a name that the contract does not declare, validates input on every call, and converts
 * whatever a handler throws to an AppError without its cause.
 */
export function createCalls({ handlers, log, validateOutput = false }: CallsOptions) {
  const find = (name: string): AnyHandler => {
    const [domain = '', member = ''] = name.split('.');
    const group = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[domain];
    const handler = group?.[member];
    if (handler === undefined) throw new AppError('contract-unknown-call', { details: { name } });
    return handler;
  };

  return async function call(name: string, input: unknown, sender: Sender): Promise<CallResult> {
    try {
      const entry = findCall(name);
      if (entry === undefined) {
        throw new AppError('contract-unknown-call', { details: { name: name.slice(0, 100) } });
      }
      const parsed = readInput(name, entry.input, input);
      if (!parsed.success) {
        throw new AppError('contract-invalid-input', {
          details: { name, where: parsed.error.issues[0]?.path.join('.') ?? '' },
        });
      }
      const value = await find(name)(withoutGaps(parsed.data), sender);
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
