import { AppError, type AppErrorData, type ErrorCode } from '../../preload/contract/errors.ts';
import type { AddressField } from '../../preload/contract/systems.ts';
import type { Network } from '../network/index.ts';

const paths: Record<AddressField, string> = {
  webApi: '/status/',
  identityProvider: '/auth/realms/op/.well-known/openid-configuration',
  genai: '/v1/models',
};

/** A server that asks for a client certificate has been reached. */
const reachedAnyway: readonly ErrorCode[] = [
  'tls-client-certificate-missing',
  'tls-client-certificate-rejected',
  'http-redirect-refused',
  'answer-too-large',
];

/** Whether a server answers at the address; no credential is sent. */
export async function reach(
  network: Network,
  field: AddressField,
  address: string,
  authorities: readonly string[],
): Promise<{ reached: boolean; problem: AppErrorData | null }> {
  try {
    await network.request({
      url: `${address}${paths[field]}`,
      authorities,
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
    });
    return { reached: true, problem: null };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (reachedAnyway.includes(cause.code)) return { reached: true, problem: null };
    return { reached: false, problem: cause.toData() };
  }
}
