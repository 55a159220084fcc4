/** Where the page of the app lives. */
export const appScheme = 'app';
export const appHost = 'compute-desk';
export const appUrl = `${appScheme}://${appHost}/`;

/** Whether an address is the app's own page or a file of it. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  // Node gives the origin of a custom scheme as "null", so its parts are compared.
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === '';
}
