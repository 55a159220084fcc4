import { shortestMasked, withoutSecret } from '../../log/masking.ts';

/** What a server says is shown in full up to here. */
const longest = 1000;
const longestRead = 4096;

/** Marks that turn the direction of what follows: a server's words are shown in the order they were sent. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Foreign words as one line of plain text, cut where they are long. */
export function plainLine(text: string, limit = longest): string {
  const line = text
    .slice(0, longestRead)
    .replace(direction, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const short = line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
  return short.replace(/\p{Cs}/gu, '\ufffd');
}

/**
 * A request's own secrets, which some servers repeat, taken out. Before any cutting: half a secret would
 * not be known again. Where `text` itself was cut, its end may be half of one. A short one is taken out only where it
 * is named as one.
 */
export function withoutSecrets(text: string, secrets: readonly string[], cut = false): string {
  return secrets.reduce((rest, secret) => {
    const clean = withoutSecret(rest, secret, '…');
    return cut && secret.length >= shortestMasked ? withoutHalf(clean, secret) : clean;
  }, text);
}

function withoutHalf(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`;
  }
  return text;
}
