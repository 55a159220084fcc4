import type { AuthProvider } from '@modelcontextprotocol/client';
import { parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log } from '../../base/host.ts';
import type { Vault } from '../../base/storage/vault/index.ts';
import {
  type Challenge,
  type ProtectedService,
  type ServiceSignIn,
  type ServiceTokens,
  serviceTokens,
  type Waiting,
} from '../../systems/sign-in/index.ts';
import type { ServerLog } from './log.ts';
import type { KeptServer } from './store.ts';

/** What a service's calls are authenticated with. */
export interface TokensOfService {
  readonly provider: AuthProvider;
  /** Looks at a refusal: a call may need more than was granted. Returns why it cannot go on; null if it can. */
  refused(answer: Response): Promise<AppError | null>;
}

type Where = Omit<ProtectedService, 'challenge'>;

/** Time before its end at which a token is renewed, ms. */
const margin = 30_000;
/** Scopes of two lists, each once. */
const both = (one: string | null, other: string | null): string | null =>
  [...new Set(`${one ?? ''} ${other ?? ''}`.split(' '))].join(' ').trim() || null;
const longest = 2_000;

export type ServerSignIns = ReturnType<typeof createServerSignIns>;

/** Signs in for services, and keeps what came of it: a token goes to the server that it was given for, and nowhere else. */
export function createServerSignIns(deps: {
  readonly vault: Pick<Vault, 'get' | 'put' | 'remove'>;
  readonly service: ServiceSignIn;
  /** The state of a sign-in is another one. */
  readonly changed: () => void;
  readonly log: Log;
  readonly now: () => Date;
}) {
  const { vault, service: by, changed, log, now } = deps;
  const challenges = new Map<string, Challenge>();
  const running = new Map<string, { waiting: Waiting | null; readonly abort: AbortController }>();
  const secretOf = (id: string): string => `tool-server-sign-in:${id}`;

  async function stored(id: string): Promise<ServiceTokens | null> {
    try {
      const bytes = await vault.get(secretOf(id), 'user');
      return serviceTokens.parse(parseJson(Buffer.from(bytes).toString('utf8')));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    }
  }
  async function keep(id: string, tokens: ServiceTokens): Promise<void> {
    await vault.put(secretOf(id), Buffer.from(JSON.stringify(tokens)), 'user');
  }

  /** Remembers what a service asks for, until the next sign-in. */
  async function listen(id: string, response: Response, granted: string | null) {
    const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/client');
    const said = extractWWWAuthenticateParams(response);
    const { resourceMetadataUrl, scope = null, error } = said;
    const isMore = error === 'insufficient_scope';
    const wanted = isMore ? both(granted, scope) : scope;
    challenges.set(id, {
      metadataUrl: resourceMetadataUrl?.href.slice(0, longest) ?? null,
      scope: wanted?.slice(0, longest) ?? null,
    });
    return { isMore };
  }

  return {
    /** Returns the user's way to the authorization server while one is open. */
    waiting: (id: string): Waiting | null => running.get(id)?.waiting ?? null,

    /**
     * Signs in; nothing is stored yet.
     * @throws AppError `vault-locked`, `not-found` without a service, and those of the sign-in
     */
    async begin({ id, name }: KeptServer, where: Where | null): Promise<ServiceTokens> {
      if (where === null) throw new AppError('not-found', { details: { what: 'tool-server' } });
      // Before the user goes there: its end has to be stored.
      await stored(id);
      if (running.has(id)) throw new AppError('sign-in-in-progress', { details: { system: name } });
      const attempt = { waiting: null as Waiting | null, abort: new AbortController() };
      running.set(id, attempt);
      const service = { ...where, challenge: challenges.get(id) ?? null };
      try {
        return await by.signIn(service, attempt.abort.signal, (waiting) => {
          attempt.waiting = waiting;
          changed();
        });
      } finally {
        running.delete(id);
        changed();
      }
    },

    cancel: (id: string): void => running.get(id)?.abort.abort(),

    async keep(id: string, tokens: ServiceTokens): Promise<void> {
      await keep(id, tokens);
      challenges.delete(id);
    },

    /** Forgets the tokens, here and where they are from. @throws AppError `vault-locked` */
    async end(id: string, where: Where | null): Promise<void> {
      const tokens = await stored(id);
      await vault.remove(secretOf(id));
      if (tokens === null || where === null) return;
      try {
        await by.revoke({ ...where, challenge: null }, tokens);
      } catch (cause) {
        // Nobody here has them any more.
        log.error('tool-server-revocation', cause);
      }
    },

    /** Forgets all of a server. */
    async forget(id: string): Promise<void> {
      running.get(id)?.abort.abort();
      challenges.delete(id);
      await vault.remove(secretOf(id));
    },

    /** @throws AppError `vault-locked` */
    async tokensFor(
      { id, issuer }: KeptServer,
      where: Where,
      serverLog: ServerLog,
    ): Promise<TokensOfService> {
      const found = issuer === null ? null : await stored(id);
      const isOurs =
        found?.issuer === issuer && new URL(found.resource).origin === where.url.origin;
      let tokens = isOurs ? found : null;
      let renewing: Promise<void> | null = null;
      const needed = (): AppError =>
        new AppError('tool-server-sign-in', { details: { name: where.name } });
      const hide = (): void => {
        const { accessToken, refreshToken } = tokens ?? {};
        serverLog.hideMore([accessToken ?? '', refreshToken ?? '']);
      };
      hide();

      async function renew(): Promise<void> {
        const refreshToken = tokens?.refreshToken ?? null;
        if (tokens === null || refreshToken === null) throw needed();
        const service = { ...where, challenge: null };
        try {
          tokens = await by.refresh(service, { ...tokens, refreshToken });
        } catch (cause) {
          const isOver = cause instanceof AppError && cause.code === 'tool-server-sign-in-failed';
          if (!isOver) throw cause;
          log.error('tool-server-refresh', cause);
          throw needed();
        }
        hide();
        try {
          await keep(id, tokens);
        } catch (cause) {
          // These go on while the app runs.
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
            if (isOver && tokens?.refreshToken != null) await renewed();
            return tokens?.accessToken;
          },
          async onUnauthorized({ response }) {
            await listen(id, response, tokens?.scope ?? null);
            await renewed();
          },
        },
        async refused(answer) {
          if (answer.status !== 403) return null;
          const { isMore } = await listen(id, answer, tokens?.scope ?? null);
          return isMore ? needed() : null;
        },
      };
    },
  };
}
