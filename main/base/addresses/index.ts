import { isLoopback } from '../../../common/addresses/loopback.ts';
import { withoutTrailingSlashes } from '../../../common/texts/trim.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { AddressCheck, AddressField } from '../../../preload/contract/systems/systems.ts';

export { type Bases, createBases, isElsewhere } from './bases.ts';

type Removed = AddressCheck['removed'][number];

/** Path endings that people paste along with a base address, by field. */
const pasted: Record<AddressField, { readonly pattern: RegExp; readonly name: Removed }[]> = {
  webApi: [{ pattern: /\/status\/?$/, name: 'status' }],
  identityProvider: [{ pattern: /\/auth\/?$/, name: 'realm-path' }],
  genai: [
    { pattern: /^\/v1(\/chat\/completions|\/models)?\/?$/, name: 'v1' },
    // at the root it says where the API lies
    { pattern: /(?!^)\/(?:chat\/completions|models)\/?$/, name: 'v1' },
  ],
};

/**
 * Validates a base address as typed: absolute https, http only for loopback, no credentials, query or fragment. Removes
 * white space, trailing slashes and the paths that the spec appends itself.
 */
export function checkAddress(field: AddressField, text: string): AddressCheck {
  const removed: Removed[] = [];
  const refuse = (problem: AddressCheck['problem']): AddressCheck => ({
    address: null,
    problem,
    removed: [],
    realmPath: null,
  });
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  if (trimmed !== text) removed.push('white-space');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) || !URL.canParse(trimmed))
    return refuse('not-a-url');
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    return refuse('not-https');
  }
  if (url.hostname === '') return refuse('no-host');
  if (url.username !== '' || url.password !== '') return refuse('has-credentials');

  const realm = field === 'identityProvider' ? realmIn(url.pathname) : null;
  let path = realm === null ? url.pathname : realm.before;
  if (realm !== null) removed.push('realm-path');
  for (const { pattern, name } of pasted[field]) {
    if (!pattern.test(path)) continue;
    path = path.replace(pattern, '');
    if (!removed.includes(name)) removed.push(name);
  }
  if ((url.search !== '' || url.hash !== '') && !removed.includes('realm-path')) {
    return refuse('has-query');
  }
  const bare = withoutTrailingSlashes(path);
  if (bare !== path && path !== '/') removed.push('trailing-slash');
  else if (path === '/' && trimmed.endsWith('/')) removed.push('trailing-slash');
  return {
    address: `${url.origin}${bare}`,
    problem: null,
    removed,
    realmPath: realm?.realmPath ?? null,
  };
}

/** Splits a path at its Keycloak realm, ignoring what follows; before version 17 the realm is below `/auth`. */
function realmIn(path: string): { readonly before: string; readonly realmPath: string } | null {
  const parts = path.split('/');
  const at = parts.indexOf('realms');
  const name = parts[at + 1] ?? '';
  if (at === -1 || !/^[A-Za-z0-9._~!$&'()*+,;=:@%-]+$/.test(name)) return null;
  const begin = parts[at - 1] === 'auth' ? at - 1 : at;
  return {
    before: parts.slice(0, begin).join('/'),
    realmPath: `/${parts.slice(begin, at + 2).join('/')}`,
  };
}

/** @throws AppError `address-invalid` */
export function requireUsable(field: AddressField, text: string): string {
  const { address, problem } = checkAddress(field, text);
  if (address === null) {
    throw new AppError('address-invalid', { details: { field, problem: problem ?? '' } });
  }
  return address;
}
