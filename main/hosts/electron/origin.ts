import { isLoopback } from '../../../preload/contract/loopback.ts';

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

/** Whether an address may be handed to the user's browser: https, or http on this machine. */
export function isExternalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && isLoopback(hostname);
}
