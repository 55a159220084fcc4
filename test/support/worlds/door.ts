import type { Log } from '../../../main/base/host.ts';
import { createCalls } from '../../../main/calls.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  type AllHandlers,
  type CallInput,
  type CallName,
  type CallOutput,
  contract,
  type DomainName,
  findCall,
  type Sender,
} from '../../../preload/contract/index.ts';

/** The calls of some domains, with what a window gets of each. */
export type Door<D extends DomainName> = {
  readonly [K in D]: {
    readonly [M in keyof AllHandlers[K] & string]: (
      input: CallInput<Extract<CallName, `${K}.${M}`>>,
      sender: Sender,
    ) => Promise<CallOutput<Extract<CallName, `${K}.${M}`>>>;
  };
};

/**
 * Handlers as a window reaches them: the input is validated on the way in, the output on the way out, and
 * what is thrown is an AppError without its cause. An answer outside its schema is `internal`.
 */
export function throughTheDoor<D extends DomainName>(
  handlers: Pick<AllHandlers, D>,
  log: Log,
): Door<D> {
  const call = createCalls({
    parts: [{ declared: contract, handlers }],
    log,
    validateOutput: true,
  });
  const domains = Object.entries(handlers) as [D, Record<string, unknown>][];
  return Object.fromEntries(
    domains.map(([domain, entries]) => [
      domain,
      Object.fromEntries(
        Object.keys(entries).map((name) => [
          name,
          async (input: unknown, sender: Sender) => {
            const result = await call(`${domain}.${name}`, input, sender);
            if (!result.ok) throw AppError.fromData(result.error);
            return findCall(`${domain}.${name}`)?.output.parse(result.value);
          },
        ]),
      ),
    ]),
  ) as unknown as Door<D>;
}

/** A domain of the app whose calls are reached through the door. */
export function behindTheDoor<D extends DomainName, T extends { readonly calls: AllHandlers[D] }>(
  name: D,
  domain: T,
  log: Log,
): Omit<T, 'calls'> & { readonly calls: Door<D>[D] } {
  const handlers = { [name]: domain.calls } as unknown as Pick<AllHandlers, D>;
  // The rest is the domain's own, as it is whenever it is asked.
  return Object.assign(Object.create(domain) as T, { calls: throughTheDoor(handlers, log)[name] });
}
