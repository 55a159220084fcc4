import { AppError } from '../../../../preload/contract/errors.ts';

/** Makes the checks of RFC 9700 (2.1, 4.4) and RFC 9207 first, each with its own error; oauth4webapi repeats them. */
export function checkCallback(
  callback: URL,
  expected: { host: string; state: string; issuer: string },
): void {
  const { host } = expected;
  const one = (name: string): string | null => {
    const all = callback.searchParams.getAll(name);
    if (all.length > 1) {
      throw new AppError('sign-in-provider-error', { details: { host, reason: `${name}-twice` } });
    }
    return all[0] ?? null;
  };
  if (one('state') !== expected.state) {
    throw new AppError('sign-in-state-mismatch', { details: { host } });
  }
  const issuer = one('iss');
  if (issuer !== null && issuer !== expected.issuer) {
    throw new AppError('sign-in-issuer-mismatch', {
      details: { host, issuer: issuer.slice(0, 300) },
    });
  }
  const code = one('code');
  if (one('error') === null && (code === null || code === '')) {
    throw new AppError('sign-in-provider-error', { details: { host, reason: 'no-code' } });
  }
}
