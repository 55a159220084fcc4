/** Origin of the app's page. */
export const appScheme = 'app';
export const appHost = 'compute-desk';
export const appUrl = `${appScheme}://${appHost}/`;

/** Returns whether an address is the app's own page or one of its files. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  // Node returns "null" as origin of a custom scheme, so its parts are compared.
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === '';
}
