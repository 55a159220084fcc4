/** A longer answer is not valid. */
const longest = 4_096;
const mostEntries = 20;
const schemes = new Map([
  ['PROXY', 'http'],
  ['HTTPS', 'https'],
]);

/**
 * Returns the first usable entry of a proxy script's answer (`PROXY a:1; SOCKS b:2; DIRECT`), in its order.
 * @returns null if there is none: only SOCKS, or nonsense
 */
export function parseResolvedProxy(answer: string): URL | 'direct' | null {
  const entries = answer.slice(0, longest).split(';', mostEntries);
  for (const entry of entries) {
    const [kind = '', place = '', ...more] = entry.trim().split(/\s+/);
    if (more.length > 0) continue;
    if (kind.toUpperCase() === 'DIRECT' && place === '') return 'direct';
    const scheme = schemes.get(kind.toUpperCase());
    const address = `${scheme}://${place}`;
    if (scheme === undefined || !URL.canParse(address)) continue;
    const url = new URL(address);
    const isPlace = url.hostname !== '' && url.pathname === '/' && url.search === '';
    if (isPlace && url.username === '' && url.password === '') return new URL(url.origin);
  }
  return null;
}
