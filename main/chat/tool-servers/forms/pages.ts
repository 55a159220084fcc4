import { domainToUnicode } from 'node:url';
import * as z from 'zod';
import { externalAddress } from '../../../../common/addresses/external-address.ts';
import { isLoopback } from '../../../../common/addresses/loopback.ts';
import type { StoredServer } from '../../../../preload/contract/chat/tool-servers.ts';
import { bounds } from '../bounds.ts';
import type { Asked } from './fields.ts';

const request = z.object({
  mode: z.literal('url'),
  message: z.string().transform((text) => text.slice(0, 4_000)),
  url: z.string().max(4_000),
});

/** What an address hides or a browser takes out of it before it reads it. */
const hidden = /[\p{Cc}\p{Cf}\p{Z}\\]/u;

/** Returns whether a server asks for a page to be opened, not for a form. */
export const isOfPage = (params: unknown): boolean =>
  (params as { readonly mode?: unknown } | null)?.mode === 'url';

/** Returns the address of such a page, in the server's words. */
export const addressOf = (params: unknown): unknown =>
  (params as { readonly url?: unknown } | null)?.url;

/** Names of this computer beside those of `isLoopback`, which resolvers and systems know. */
const isAlsoHere = (hostname: string): boolean =>
  ['0.0.0.0', '[::]', 'localhost.'].includes(hostname) || hostname.endsWith('.localhost.');

/** Returns whether a server runs on this computer: it may have pages there. */
export function isHere(target: StoredServer): boolean {
  return target.kind === 'stdio' || isLoopback(new URL(target.url).hostname);
}

/**
 * Reads which page a server asks to be opened; null if it is none that may be: of https, or by http on this computer,
 * where only a server of this computer leads.
 */
export function readPage(params: unknown, here: boolean): Asked | null {
  const parsed = request.safeParse(params);
  if (!parsed.success || hidden.test(parsed.data.url)) return null;
  const url = externalAddress(parsed.data.url);
  // its normal form is what is opened, and may be longer
  if (url === null || externalAddress(url) === null) return null;
  const { protocol, host, hostname } = new URL(url);
  const ofThisComputer = isLoopback(hostname) || isAlsoHere(hostname);
  if (ofThisComputer ? !here : protocol !== 'https:') return null;
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const read = domainToUnicode(hostname);
  const readable = read === hostname || read === '' ? null : read;
  return { message: parsed.data.message, fields: [], page: { url, host, readable } };
}

/** A call that is refused until pages were opened, as before 2026-07-28. */
const refusal = z.object({
  code: z.literal(-32_042),
  data: z.object({ elicitations: z.array(z.unknown()).min(1).max(bounds.forms) }),
});

/** Returns the pages that a call is refused without; null if it failed for another reason. */
export function pagesWanted(cause: unknown): readonly unknown[] | null {
  for (const one of [cause, (cause as { readonly cause?: unknown } | null)?.cause]) {
    const parsed = refusal.safeParse(one);
    if (parsed.success) return parsed.data.data.elicitations;
  }
  return null;
}
