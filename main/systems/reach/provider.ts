import {
  type AddressCheck,
  defaultRealmPath,
  type FoundProvider,
} from '../../../preload/contract/systems/systems.ts';
import { checkAddress } from '../../base/addresses/index.ts';
import type { BufferedAnswer } from '../../base/network/index.ts';
import { jsonIn } from './parse-json.ts';

const discovery = '/.well-known/openid-configuration';
/** Maximum issuers tried for one pasted address. */
const mostTried = 6;

/**
 * Finds the identity provider of an address by its discovery document (OpenID Connect Discovery 1.0, section 4). An
 * address with a realm names it; any other one is tried unchanged, below it at the usual realms, and above it.
 * @param ask rejects with the network's error
 * @returns null if no document belongs to this server
 */
export async function findProvider(
  check: AddressCheck,
  ask: (url: string) => Promise<BufferedAnswer>,
): Promise<FoundProvider | null> {
  if (check.address === null) return null;
  for (const issuer of issuersOf(check.address, check.realmPath)) {
    const answer = await ask(`${issuer}${discovery}`);
    const found = answer.status === 200 ? readProvider(answer.body, issuer) : null;
    if (found !== null) return found;
  }
  return null;
}

function issuersOf(address: string, realmPath: string | null): string[] {
  if (realmPath !== null) return [`${address}${realmPath}`];
  const { origin, pathname } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  const known = parts.indexOf('.well-known');
  const base = known === -1 ? parts : parts.slice(0, known);
  const above = base.map((_, index) => base.slice(0, base.length - index).join('/'));
  const bases = [...above.map((path) => `${origin}/${path}`), origin];
  const [first = origin] = bases;
  const usual = [`${first}${defaultRealmPath}`, `${first}/realms/op`];
  return [...usual, ...bases].slice(0, mostTried);
}

/** Reads a document that names the server that sent it; the issuer's path may differ from the requested one. */
function readProvider(body: Uint8Array, asked: string): FoundProvider | null {
  const { issuer, authorization_endpoint, token_endpoint } = (jsonIn(body) ?? {}) as Partial<
    Record<string, unknown>
  >;
  const urls = [issuer, authorization_endpoint, token_endpoint];
  const isOfServer = (url: unknown): boolean =>
    typeof url === 'string' && URL.canParse(url) && new URL(url).origin === new URL(asked).origin;
  if (typeof issuer !== 'string' || !urls.every(isOfServer)) return null;
  const { address, realmPath } = checkAddress('identityProvider', issuer);
  if (address === null || `${address}${realmPath ?? ''}` !== issuer) return null;
  return { address, realmPath: realmPath ?? '' };
}
