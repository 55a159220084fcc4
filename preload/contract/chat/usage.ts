import * as z from 'zod';
import { call, refetchedResource } from '../define.ts';
import { id, savedFile } from '../shapes.ts';

/** Our own account of one day (local, `YYYY-MM-DD`), one key and one model. */
export const usageDay = z.object({
  day: z.string(),
  keyId: id,
  keyName: z.string(),
  model: z.string(),
  requests: z.number().int().nonnegative(),
  /** Number of these requests without reported tokens. */
  uncounted: z.number().int().nonnegative(),
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  /** Input tokens from the service's cache; null if never reported. */
  cachedTokens: z.number().int().nonnegative().nullable(),
  /** Output tokens of reasoning; null if never reported. */
  reasoningTokens: z.number().int().nonnegative().nullable(),
});
export type UsageDay = z.infer<typeof usageDay>;

const days = z.object({ systemId: id, from: z.iso.date(), to: z.iso.date() });

/** The account of requests to the generative AI service. */
export const usage = {
  /** Days from `from` to `to`, both included, oldest first. */
  ...refetchedResource(days, z.array(usageDay), z.object({ systemId: id })),
  /** The same as a CSV file. */
  exportFile: call(days, savedFile),
};
