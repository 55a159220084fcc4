/** The app's own protocol, as the packages register it. */
const protocol = 'compute-desk:';
/** No authorization response is longer. */
const longest = 16 * 1024;

/**
 * Returns whether an address is the redirect URL, with any query or fragment: compares scheme, host, port and path
 * exactly (RFC 9700, section 4.1.3), in the form in which browsers write addresses.
 */
export function matchesRedirect(address: string, redirectUrl: string): boolean {
  if (address.length > longest || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  url.search = '';
  url.hash = '';
  return url.href === new URL(redirectUrl).href;
}

/**
 * Returns whether an authorization response has this state (RFC 9700, section 4.7). Others are ignored: anyone who can
 * reach the redirect URL may have sent them.
 * @param state null while none has been requested
 */
export function carriesState({ searchParams }: URL, state: string | null): boolean {
  return state !== null && searchParams.getAll('state').includes(state);
}

/**
 * Returns whether the provider lost its own sign-in session and asks for another try with the same request: Keycloak's
 * `temporarily_unavailable` with `authentication_expired`.
 */
export function requestsRetry(url: URL, state: string | null): boolean {
  const { searchParams } = url;
  const said = [...searchParams.getAll('error'), ...searchParams.getAll('error_description')];
  return carriesState(url, state) && said.includes('authentication_expired');
}

/**
 * Returns the single callback address among a process's arguments; null if there is none, or several: the operating
 * system never passes more than one.
 */
export function findCallbackUrl(argv: readonly string[]): string | null {
  const [only, ...more] = argv.filter((argument) => /^\s*compute-desk:/i.test(argument));
  if (only === undefined || more.length > 0) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (only.length > longest || /[\x00-\x20\x7f]/.test(only) || !URL.canParse(only)) return null;
  return new URL(only).protocol === protocol ? only : null;
}
