import type { AuthProvider } from '@modelcontextprotocol/client';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log } from '../../base/host.ts';
import type {
  Challenge,
  ProtectedService,
  ServiceSignIn,
  ServiceTokens,
} from '../../systems/sign-in/index.ts';

/** What a service's calls are authenticated with. */
export interface TokensOfService {
  readonly provider: AuthProvider;
  /** Looks at a refusal: a call may need more than was granted. Returns why it cannot go on; null if it can. */
  refused(answer: Response): Promise<AppError | null>;
}

/** Time before its end at which a token is renewed, ms. */
const margin = 30_000;
const longest = 2_000;

/** Scopes of two lists, each once. */
const both = (one: string | null, other: string | null): string =>
  [...new Set(`${one ?? ''} ${other ?? ''}`.split(' '))].join(' ').trim();

/** Reads what a service asks for. @param granted scopes that it got */
async function readChallenge(answer: Response, granted: string | null) {
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(answer);
  const isMore = error === 'insufficient_scope';
  const wanted = (isMore ? both(granted, scope ?? null) : (scope ?? '')).slice(0, longest);
  const challenge: Challenge = {
    metadataUrl: resourceMetadataUrl?.href.slice(0, longest) ?? null,
    scope: wanted === '' ? null : wanted,
  };
  return { challenge, isMore };
}

/** @param options.found those that are stored; null: the user has not signed in */
export function tokensOfService(options: {
  readonly by: Pick<ServiceSignIn, 'refresh'>;
  readonly where: Omit<ProtectedService, 'challenge'>;
  readonly found: ServiceTokens | null;
  readonly keep: (tokens: ServiceTokens) => Promise<void>;
  /** Called with what the service asks for, for the next sign-in. */
  readonly asksFor: (challenge: Challenge) => void;
  /** Keeps them out of the server's log. */
  readonly hide: (secrets: readonly string[]) => void;
  readonly log: Log;
  readonly now: () => Date;
}): TokensOfService {
  const { by, where, keep, asksFor, log, now } = options;
  let tokens = options.found;
  let renewing: Promise<void> | null = null;
  const needed = (): AppError =>
    new AppError('tool-server-sign-in', { details: { name: where.name } });
  const hide = (): void => options.hide([tokens?.accessToken ?? '', tokens?.refreshToken ?? '']);
  hide();

  async function renew(): Promise<void> {
    const refreshToken = tokens?.refreshToken ?? null;
    if (tokens === null || refreshToken === null) throw needed();
    try {
      tokens = await by.refresh({ ...where, challenge: null }, { ...tokens, refreshToken });
    } catch (cause) {
      const isOver = cause instanceof AppError && cause.code === 'tool-server-sign-in-failed';
      if (!isOver) throw cause;
      log.error('tool-server-refresh', cause);
      throw needed();
    }
    hide();
    try {
      await keep(tokens);
    } catch (cause) {
      // They are good while the app runs.
      log.error('tool-server-tokens', cause);
    }
  }
  /** One refresh for all calls that need it. */
  const renewed = (): Promise<void> => {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  };

  return {
    provider: {
      async token() {
        const ends = tokens?.expiresAt ?? null;
        const isOver = ends !== null && ends - margin < now().getTime();
        if (isOver && tokens?.refreshToken != null) {
          // The token may be good yet. If it is not, its refusal leads to the question for a sign-in.
          await renewed().catch((cause: unknown) => log.error('tool-server-renewal', cause));
        }
        return tokens?.accessToken;
      },
      async onUnauthorized({ response }) {
        asksFor((await readChallenge(response, null)).challenge);
        await renewed();
      },
    },
    async refused(answer) {
      if (answer.status !== 403) return null;
      const { challenge, isMore } = await readChallenge(answer, tokens?.scope ?? null);
      if (!isMore) return null;
      asksFor(challenge);
      return needed();
    },
  };
}
