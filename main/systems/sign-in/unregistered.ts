import { AppError } from '../../../preload/contract/errors.ts';

/**
 * Recognises a page that providers send instead of a redirect for an unregistered redirect URL (RFC 6749, section
 * 4.1.2.1); Keycloak's and oidc-provider's name the parameter.
 */
export function isRedirectUrlError({
  status,
  body,
}: {
  status: number;
  body: Uint8Array;
}): boolean {
  const page = new TextDecoder().decode(body.subarray(0, 256 * 1024));
  return status >= 400 && status < 500 && /redirect_uri/i.test(page);
}

export function redirectUrlNotRegistered(redirectUrl: string, host: string): AppError {
  return new AppError('sign-in-redirect-not-registered', { details: { redirectUrl, host } });
}
