/** Shorter secrets occur in unrelated words: masking `x` would remove every x. */
export const shortestMaskable = 8;

/** Text before a named secret: `Authorization: Bearer x`, `"api_key": "x"`, `key provided: x`. */
const names = [
  'bearer',
  'basic',
  'authorization',
  'key',
  'token',
  'secret',
  'password',
  'provided',
  'received',
];
const between = ' \t"\'`:=\\([{<';
const isPartOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_-]/u.test(character);

/** Masks a secret in a text: a long one everywhere, a short one only after a name for secrets. */
export function withoutSecret(text: string, secret: string, mark: string): string {
  if (secret === '' || !text.includes(secret)) return text;
  if (secret.length >= shortestMaskable) return text.replaceAll(secret, mark);
  let kept = '';
  let from = 0;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    const end = at + secret.length;
    const isWhole = !isPartOfWord(text[at - 1]) && !isPartOfWord(text[end]);
    if (at < from || !isWhole || !isNamed(text, at)) continue;
    kept += text.slice(from, at) + mark;
    from = end;
  }
  return kept + text.slice(from);
}

function isNamed(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).toLowerCase();
  let end = before.length;
  while (end > 0 && between.includes(before[end - 1] ?? '')) end -= 1;
  return end < before.length && names.some((name) => before.slice(0, end).endsWith(name));
}
