import type * as z from 'zod';

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

export type Domain = Readonly<Record<string, Call | Event>>;
export type ContractShape = Readonly<Record<string, Domain>>;
