import { AppError } from '../../../preload/contract/errors.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import { type Connection, proxyWithCredentials } from '../../base/network/index.ts';

/** Takes credentials out of a typed address. @throws AppError `address-invalid` */
export function withTypedCredentials(wanted: Extract<ProxyInput, { kind: 'manual' }>) {
  const typed = proxyWithCredentials(wanted.address);
  const address = typed.url.origin;
  if (typed.user === null) return { ...wanted, address };
  // Two users, or a password without a user: ambiguous.
  const isOther = wanted.user !== null && wanted.user !== typed.user;
  if (typed.user === '' || isOther) {
    throw new AppError('address-invalid', {
      details: { field: 'proxy', problem: 'has-credentials' },
    });
  }
  return { ...wanted, address, user: typed.user, password: wanted.password ?? typed.password };
}

/**
 * Returns the network's form of a proxy as it was typed, with nothing of it stored.
 * @param revision changes with the credentials
 * @throws AppError `address-invalid`
 */
export function proxyToTry(wanted: ProxyInput, revision: string): Connection['proxy'] {
  if (wanted.kind !== 'manual') return wanted;
  const { address, user, password, except } = withTypedCredentials(wanted);
  return {
    kind: 'manual',
    url: new URL(address),
    except,
    revision,
    credentials: async () => (user === null ? null : { user, password: password ?? '' }),
  };
}
