import { parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log } from '../../base/host.ts';
import { requireReady } from '../../base/storage/vault/index.ts';
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
import { type TokensOfService, tokensOfService } from './tokens.ts';
import type { ToolServersDeps } from './types.ts';

type Where = Omit<ProtectedService, 'challenge'>;

export type ServerSignIns = ReturnType<typeof createServerSignIns>;

/** Signs in for services, and keeps what came of it: a token goes to the server that it was given for, and nowhere else. */
export function createServerSignIns(deps: {
  readonly vault: ToolServersDeps['vault'];
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

  return {
    /** Returns the user's way to the authorization server while one is open. */
    waiting: (id: string): Waiting | null => running.get(id)?.waiting ?? null,

    /**
     * Signs in; nothing is stored yet.
     * @throws AppError `vault-locked`, `vault-not-set-up`, `not-found` without a service, and those of the sign-in
     */
    async begin(
      { id, name }: Pick<KeptServer, 'id' | 'name'>,
      where: Where | null,
    ): Promise<ServiceTokens> {
      if (where === null) throw new AppError('not-found', { details: { what: 'tool-server' } });
      // Before the user goes there: its end has to be stored.
      requireReady(vault, 'user');
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

    /** Returns what a service's calls are authenticated with, also without a sign-in. @throws AppError `vault-locked` */
    async tokensFor(
      { id, issuer }: Pick<KeptServer, 'id' | 'issuer'>,
      where: Where,
      serverLog: ServerLog,
    ): Promise<TokensOfService> {
      const found = issuer === null ? null : await stored(id);
      const isOurs = found?.issuer === issuer && isFor(where, found);
      return tokensOfService({
        ...{ by, where, log, now, found: isOurs ? found : null },
        keep: (tokens) => keep(id, tokens),
        asksFor: (challenge) => void challenges.set(id, challenge),
        hide: (secrets) => serverLog.hideMore(secrets),
      });
    },
  };
}

const isFor = ({ url }: Where, { resource }: ServiceTokens): boolean =>
  new URL(resource).origin === url.origin;
