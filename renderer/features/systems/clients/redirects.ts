import {
  judgeRedirectUrl,
  matchRedirectUrl,
  type RedirectUrlJudgement,
} from '../../../../common/addresses/redirect-urls.ts';
import { trimEnd } from '../../../../common/texts/trim.ts';

/** The redirect URLs of a client while editing. */
export interface RedirectDraft {
  readonly rows: readonly { readonly key: number; readonly url: string }[];
  readonly rootUrl: string;
  /** The identity provider's origin; empty if unknown. */
  readonly provider: string;
}

export function startDraft(
  urls: readonly string[],
  rootUrl: string | null,
  provider: string,
): RedirectDraft {
  const rows = (urls.length > 0 ? urls : ['']).map((url, key) => ({ key, url }));
  return { rows, rootUrl: rootUrl ?? '', provider };
}

/** Adds new URLs; empty rows make room. */
export function withUrls(draft: RedirectDraft, urls: readonly string[]): RedirectDraft {
  const there = draft.rows.filter(({ url }) => url.trim() !== '');
  const missing = urls.filter((url) => !there.some((row) => row.url.trim() === url));
  const next = nextKey(draft);
  return { ...draft, rows: [...there, ...missing.map((url, at) => ({ key: next + at, url }))] };
}

/** Inserts rows for several pasted URLs: after the row, or in its place. */
export function withPasted(
  draft: RedirectDraft,
  key: number,
  urls: readonly string[],
  inItsPlace: boolean,
): RedirectDraft {
  const at = draft.rows.findIndex((row) => row.key === key);
  const keeps = !inItsPlace && draft.rows[at]?.url.trim() !== '';
  const before = draft.rows.slice(0, keeps ? at + 1 : at);
  const after = draft.rows.slice(at + 1);
  const there = [...before, ...after].map(({ url }) => url.trim());
  const next = nextKey(draft);
  const added = urls
    .filter((url) => !there.includes(url))
    .map((url, index) => ({ key: next + index, url }));
  const rows = [...before, ...added, ...after];
  return { ...draft, rows };
}

export function withEmptyRow(draft: RedirectDraft): RedirectDraft {
  return { ...draft, rows: [...draft.rows, { key: nextKey(draft), url: '' }] };
}

function nextKey({ rows }: RedirectDraft): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

export function urlsOf({ rows }: RedirectDraft): string[] {
  return [...new Set(rows.map(({ url }) => url.trim()).filter((url) => url !== ''))];
}

/** Null also while it is not an address. */
export function rootUrlOf({ rootUrl }: RedirectDraft): string | null {
  const text = rootUrl.trim();
  return text !== '' && URL.canParse(text) ? text : null;
}

export function isComplete(draft: RedirectDraft): boolean {
  const urls = urlsOf(draft);
  const root = draft.rootUrl.trim();
  return (
    urls.length > 0 &&
    (root === '' || URL.canParse(root)) &&
    urls.every((url) => judge(draft, url).problem === null)
  );
}

/** Whether both have the same content, ignoring empty rows. */
export function isSameDraft(one: RedirectDraft, other: RedirectDraft): boolean {
  const textOf = (draft: RedirectDraft) => JSON.stringify([urlsOf(draft), draft.rootUrl.trim()]);
  return textOf(one) === textOf(other);
}

export function judge(draft: RedirectDraft, url: string): RedirectUrlJudgement {
  return judgeRedirectUrl(url, draft);
}

/** Whether an earlier row is the same. */
export function isRepeated({ rows }: RedirectDraft, key: number): boolean {
  const at = rows.findIndex((row) => row.key === key);
  const url = rows[at]?.url.trim();
  return url !== '' && rows.slice(0, at).some((row) => row.url.trim() === url);
}

/**
 * Returns the redirect URL, counted from 1, that lets the provider send the browser to `url`, the most certain first.
 */
export function findMatch(
  draft: RedirectDraft,
  url: string,
): { readonly number: number; readonly match: 'yes' | 'older' } | null {
  const found = draft.rows.map((row) => matchRedirectUrl(row.url, url.trim(), draft));
  for (const match of ['yes', 'older'] as const) {
    const at = found.indexOf(match);
    if (at >= 0) return { number: at + 1, match };
  }
  return null;
}

export function needsRoot({ rows, rootUrl }: RedirectDraft): boolean {
  return rootUrl !== '' || rows.some(({ url }) => url.trim().startsWith('/'));
}

/** Returns the origin of an identity provider's address; empty without one. */
export function originOf(authUrl: string | null | undefined): string {
  return authUrl && URL.canParse(authUrl) ? new URL(authUrl).origin : '';
}

/** Returns an address of another host that older providers also accept for a wildcard within the host. */
export function foreignAddress(resolved: string): string {
  return `${trimEnd(resolved, /[:*]/)}.other.example/`;
}
