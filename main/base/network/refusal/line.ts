import { shortestMaskable, withoutSecret } from '../../log/masking.ts';

/** Maximum length of server text shown in full. */
const longest = 1000;
const longestRead = 4096;

/** Direction marks are removed: server text is shown in the order it was sent. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns foreign text as one plain line, cut if it is too long. */
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
 * Masks a request's own secrets, which some servers repeat. Runs before any cutting: half a secret would not match. If
 * `text` itself is already cut, its end may be half a secret. Masks a short secret only after a name for secrets.
 */
export function withoutSecrets(text: string, secrets: readonly string[], cut = false): string {
  return secrets.reduce((rest, secret) => {
    const clean = withoutSecret(rest, secret, '…');
    return cut && secret.length >= shortestMaskable ? withoutHalf(clean, secret) : clean;
  }, text);
}

function withoutHalf(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`;
  }
  return text;
}
