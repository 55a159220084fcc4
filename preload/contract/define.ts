import './without-code.ts';
import * as z from 'zod';

/** A call from the renderer to main: input is always validated, output in tests. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'call';
  readonly input: I;
  readonly output: O;
}

/** An event from main to every attached window. */
export interface Event<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly payload: P;
}

export function call<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> {
  return { kind: 'call', input, output };
}

export function event<P extends z.ZodType>(payload: P): Event<P> {
  return { kind: 'event', payload };
}

/** A resource's event with its content: the whole value, what to fetch again, or one item. */
export interface ChangedEvent<
  P extends z.ZodType = z.ZodType,
  T extends 'whole' | 'key' | 'item' = 'whole' | 'key' | 'item',
> extends Event<P> {
  readonly tells: T;
}

/**
 * Declares a value of main that windows follow: its snapshot and its change event belong together. The event's fields
 * from `of` say which one changed.
 */
export function resource<O extends z.ZodType, V extends z.ZodType>(of: O, value: V) {
  return { snapshot: call(of, value), changed: { ...event(value), tells: 'whole' } } as {
    readonly snapshot: Call<O, V>;
    readonly changed: ChangedEvent<V, 'whole'>;
  };
}

/** The snapshot of one of several resources of a domain. The domain's event `changed` covers all of them. */
export interface View<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends Call<I, O> {
  readonly view: true;
}

export function view<I extends z.ZodType, O extends z.ZodType>(of: I, value: O): View<I, O> {
  return { ...call(of, value), view: true };
}

/** The snapshot of a resource that does not change while main runs. */
export interface FixedSnapshot<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends Call<I, O> {
  readonly fixed: true;
}

/** Declares a value that stays the same while main runs: no event follows its snapshot. */
export function fixedResource<O extends z.ZodType, V extends z.ZodType>(of: O, value: V) {
  const snapshot: FixedSnapshot<O, V> = { ...call(of, value), fixed: true };
  return { snapshot };
}

/** Declares a resource too large to send at each change: its event says what to fetch again. */
export function refetchedResource<O extends z.ZodType, V extends z.ZodType, K extends z.ZodType>(
  of: O,
  value: V,
  key: K,
) {
  return { snapshot: call(of, value), changed: { ...event(key), tells: 'key' } } as {
    readonly snapshot: Call<O, V>;
    readonly changed: ChangedEvent<K, 'key'>;
  };
}

/** Declares a list whose items are sent one by one; each has an `id`. */
export function collection<O extends z.ZodType, I extends z.ZodType, K extends z.ZodType>(
  of: O,
  item: I,
  key: K,
) {
  return {
    snapshot: call(of, z.array(item)),
    changed: { ...event(item), tells: 'item' },
    removed: event(key),
  } as {
    readonly snapshot: Call<O, z.ZodArray<I>>;
    readonly changed: ChangedEvent<I, 'item'>;
    readonly removed: Event<K>;
  };
}

export type Domain = Readonly<Record<string, Call | Event>>;
export type ContractShape = Readonly<Record<string, Domain>>;

/** Returns what is declared as `domain.name`. */
export function findEntry(shape: ContractShape, name: string): Call | Event | undefined {
  const [domain, member, ...rest] = name.split('.');
  if (domain === undefined || member === undefined || rest.length > 0) return undefined;
  const entries = Object.hasOwn(shape, domain) ? shape[domain] : undefined;
  return entries !== undefined && Object.hasOwn(entries, member) ? entries[member] : undefined;
}
