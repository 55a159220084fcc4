import { shortestMaskable } from '../../base/log/masking.ts';
import type { ErrorMessage, RefusedAnswer } from '../../base/network/refusal/index.ts';

/** Texts in which providers point to their pages, and the hosts that use them about their own keys. */
const providers = [
  ['platform.openai.com', 'openai.com'],
  ['openrouter.ai', 'openrouter.ai'],
  ['console.anthropic.com', 'anthropic.com'],
  ['console.groq.com', 'groq.com'],
  ['console.mistral.ai', 'mistral.ai'],
  ['aistudio.google.com', 'googleapis.com'],
  ['invalid subscription key or wrong api endpoint', 'azure.com'],
] as const;

/** Texts of gateways about the service behind them, and of clouds about a gateway's own sign-in. */
const behind = [
  'litellm.authenticationerror',
  'exception - ',
  'upstream',
  'provider returned error',
  'external: ',
  'server connection error',
  'security token included in the request',
  'unrecognizedclientexception',
  'missing authentication token',
  'request signature',
  'signaturedoesnotmatch',
  'cloudflare',
];

/** Texts are cut there. */
const longestWords = 1000;

/**
 * Returns whose credentials a 401 or 403 is about, by its text: the key that was sent, or those of somebody else, as of
 * a gateway at its provider. Null if it does not say.
 */
export function refusedCredentials(
  { headers, url }: RefusedAnswer,
  words: ErrorMessage,
  key: string,
): 'key' | 'other' | null {
  const text = words.text.toLowerCase();
  const { hostname } = new URL(url);
  const echoed = key.length < shortestMaskable ? null : echoOf(words.text, key);
  if (echoed !== null) return echoed;
  const isOthers = providers.some(
    ([said, own]) => text.includes(said) && hostname !== own && !hostname.endsWith(`.${own}`),
  );
  const marks = `${text} ${words.type} ${words.code}`.toLowerCase();
  if (isOthers || behind.some((mark) => marks.includes(mark))) return 'other';
  // an access check before the service, which no API key passes
  const wanted = headers['www-authenticate']?.slice(0, 500) ?? '';
  const isWall = /^\s{0,10}(?:basic|negotiate|ntlm|digest)\b/i.test(wanted);
  return isWall && !/\bbearer\b/i.test(wanted) ? 'other' : null;
}

/**
 * Finds a key repeated in the text, whole (masked before) or with its middle hidden: the one that was sent, or another.
 */
function echoOf(text: string, key: string): 'key' | 'other' | null {
  for (const word of text.split(/[\s"'`]+/)) {
    const hidden = hiddenIn(word);
    if (hidden !== null) {
      const isOurs = key.startsWith(hidden.head) && key.endsWith(hidden.tail);
      return isOurs ? 'key' : 'other';
    }
  }
  // at the end of a long text it only means that the text was cut
  const isCut = text.length >= longestWords && text.indexOf('…') === text.length - 1;
  return text.includes('…') && !isCut ? 'key' : null;
}

/** Returns the visible parts of a key such as `sk-ab***wxyz`; null for other words. */
function hiddenIn(word: string): { readonly head: string; readonly tail: string } | null {
  const isKey = word.includes('sk-');
  const mark = ['***', '...', '…'].find((one) => word.includes(one));
  if (mark === undefined || (mark !== '***' && !isKey)) return null;
  const at = word.indexOf(mark);
  const head = /[^\w-]/.test(word.slice(0, at)) ? '' : word.slice(0, at);
  let from = at + mark.length;
  while (word[from] === '*') from += 1;
  const tail = /^[\w-]{1,12}/.exec(word.slice(from, from + 20))?.[0] ?? '';
  return head.length + tail.length < 2 ? null : { head, tail };
}
