import type {
  ProtectedService,
  ServiceSignInDeps,
  ServiceTokens,
  Waiting,
} from './protected/types.ts';

/** Sign-in at the authorization servers of services that are no part of a system. */
export interface ServiceSignIn {
  /**
   * Resolves when the user has signed in there.
   * @param waiting called when the user is there, and when another address leads there
   * @throws AppError `cancelled` by the signal, `tool-server-sign-in-failed`, `tool-server-client`, `sign-in-*`, and those
   * of the network
   */
  signIn(
    service: ProtectedService,
    signal: AbortSignal,
    waiting: (now: Waiting) => void,
  ): Promise<ServiceTokens>;
  /** @throws AppError `tool-server-sign-in-failed`: the server gives no more tokens; and those of the network */
  refresh(
    service: ProtectedService,
    tokens: ServiceTokens & { readonly refreshToken: string },
  ): Promise<ServiceTokens>;
  /** Tells the server that the tokens are no longer needed, if it takes that. @throws AppError */
  revoke(service: ProtectedService, tokens: ServiceTokens): Promise<void>;
}

export function createServiceSignIn(deps: ServiceSignInDeps): ServiceSignIn {
  // loads OAuth's dependencies too: most users have no such services
  const load = () => import('./protected/index.ts');
  return {
    signIn: async (service, signal, waiting) =>
      (await load()).signInAt(deps, service, signal, waiting),
    refresh: async (service, tokens) =>
      (await load()).refresh(deps.network, service, tokens, Date.now),
    revoke: async (service, tokens) =>
      (await load()).revoke(deps.network, service, tokens, Date.now),
  };
}
