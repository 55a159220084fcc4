import * as z from 'zod';

const manual = z.object({
  kind: z.literal('manual'),
  /** http or https, as `http://proxy.example.org:3128`. */
  address: z.string().max(300),
  /** Null if it requires no sign-in. */
  user: z.string().min(1).max(200).nullable(),
  /** Hosts reached without it, in the form of `NO_PROXY`. */
  except: z.string().max(2_000),
});

/** The proxy for a system's services. */
export const keptProxy = z.discriminatedUnion('kind', [
  /** The computer's: environment variables, else the operating system. */
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('none') }),
  manual.extend({ hasPassword: z.boolean() }),
]);
export type StoredProxy = z.infer<typeof keptProxy>;

/** A proxy as the user enters it. */
export const wantedProxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('none') }),
  /** A null password keeps the stored one for the same address and user; for others there is none. */
  manual.extend({ password: z.string().max(500).nullable() }),
]);
export type ProxyInput = z.infer<typeof wantedProxy>;
