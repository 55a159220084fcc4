const completions = '/chat/completions';

/**
 * Returns the possible base addresses of a generative AI API, the likeliest first: below `/v1` of an address without a
 * path (the service's document), else at the address as typed.
 * @param address as stored, without a trailing slash
 */
export function apiBases(address: string): readonly [string, ...string[]] {
  const { pathname } = new URL(address);
  if (pathname === '/') return [`${address}/v1`];
  if (address.endsWith(completions)) return [address.slice(0, -completions.length)];
  const hasVersion = pathname.split('/').some((part) => /^v\d/i.test(part));
  return hasVersion ? [address] : [address, `${address}/v1`];
}
