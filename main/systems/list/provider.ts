import {
  type AddressCheck,
  type FoundProvider,
  usualRealmPath,
} from '../../../preload/contract/systems/systems.ts';
import { checkAddress } from '../../base/addresses/index.ts';
import type { BufferedAnswer } from '../../base/network/index.ts';
import { jsonIn } from './json-in.ts';

const discovery = '/.well-known/openid-configuration';
/** Issuers that are tried for one pasted address. */
const mostTried = 6;

/**
 * The identity provider that an address belongs to, by its discovery document (OpenID Connect Discovery 1.0,
 * section 4). An address that names a realm says where it is; any other one is tried as it is, below it where
 * realms usually are, and above it.
 * @param ask Rejects with what the network says
 * @returns null where none of the documents is one of this server
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
  const usual = [`${first}${usualRealmPath}`, `${first}/realms/op`];
  return [...usual, ...bases].slice(0, mostTried);
}

/** Of a document that names the server that gave it; the issuer may differ from what was asked by its path. */
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
