import { AppError } from '../../../../preload/contract/errors.ts';
import type { Provider } from './index.ts';

/** A code that was never issued to anybody. */
const noCode = 'connection-check';

/**
 * Sends the token endpoint an invalid code. The client is authenticated first, so the code is refused only if the
 * client is accepted (RFC 6749, section 5.2).
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
