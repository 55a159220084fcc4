import { AppError } from '../../../../preload/contract/errors.ts';
import type { Provider } from './index.ts';

/** Nobody was ever given this one. */
const noCode = 'connection-check';

/**
 * Asks the token endpoint with a code that it never gave out. Who is asking is looked at first, so that it is the
 * code that is refused where the client is accepted (RFC 6749, section 5.2).
 * @throws AppError `sign-in-client-refused`, or why the endpoint could not be asked
 */
export async function tryClient(provider: Provider, redirectUrl: string): Promise<void> {
  const authorization = await provider.authorize(redirectUrl, []);
  const callback = new URL(redirectUrl);
  const { issuer } = provider.metadata;
  const parameters = { code: noCode, state: authorization.state, iss: issuer };
  for (const [name, value] of Object.entries(parameters)) callback.searchParams.set(name, value);
  try {
    await provider.exchange(authorization, callback);
  } catch (error) {
    if (error instanceof AppError && error.code === 'sign-in-code-refused') return;
    throw error;
  }
}
