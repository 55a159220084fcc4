const completions = '/chat/completions';

/**
 * The base addresses at which the API of a generative AI service may lie, the likeliest first: below `/v1` of an
 * address without a path (the service's document), else at the address as it was typed.
 * @param address As it is kept, without a trailing slash
 */
export function apiBases(address: string): readonly [string, ...string[]] {
  const { pathname } = new URL(address);
  if (pathname === '/') return [`${address}/v1`];
  if (address.endsWith(completions)) return [address.slice(0, -completions.length)];
  const hasVersion = pathname.split('/').some((part) => /^v\d/i.test(part));
  return hasVersion ? [address] : [address, `${address}/v1`];
}
