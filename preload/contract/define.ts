import './without-code.ts';
import * as z from 'zod';

/** A call from the renderer to main: validated on the way in always, on the way out in tests. */
export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'call';
  readonly input: I;
  readonly output: O;
}

/** Something that main tells every attached window. */
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

/** An event of a resource, and what it tells: the whole of it, what to take again, or one of its items. */
export interface ChangedEvent<
  P extends z.ZodType = z.ZodType,
  T extends 'whole' | 'key' | 'item' = 'whole' | 'key' | 'item',
> extends Event<P> {
  readonly tells: T;
}

/**
 * What main keeps and windows follow: its snapshot and the event of its changes belong together. The
 * fields of `of` that the event has say which one changed.
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

/** A resource too large to be told at each change: its event says what to take again. */
export function retakenResource<O extends z.ZodType, V extends z.ZodType, K extends z.ZodType>(
  of: O,
  value: V,
  key: K,
) {
  return { snapshot: call(of, value), changed: { ...event(key), tells: 'key' } } as {
    readonly snapshot: Call<O, V>;
    readonly changed: ChangedEvent<K, 'key'>;
  };
}

/** A list whose items are told one by one; each has an `id`. */
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
