import type { Vault } from '../../../../main/base/storage/vault/vault.ts';
import type { SessionDriver } from '../../../../main/systems/sign-in/session/driver.ts';
import { createSession } from '../../../../main/systems/sign-in/session/index.ts';
import type { Moment } from '../../../../main/systems/sign-in/session/machine.ts';
import { openTokenStore } from '../../../../main/systems/sign-in/token-store.ts';
import type { TokenSet } from '../../../../main/systems/sign-in/tokens.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { memoryVault, recordLog } from '../../../support/worlds/world.ts';

/** What becomes of the next refresh. */
export type Outcome =
  | 'good'
  | 'not-sent'
  | 'busy'
  | 'lost'
  | 'refused'
  | 'stale'
  | 'no-refresh-token';

export function makeTokens(now: number, number: number, change: Partial<TokenSet> = {}): TokenSet {
  return {
    accessToken: `access-${number}`,
    refreshToken: `refresh-${number}`,
    rawIdToken: null,
    idToken: null,
    receivedAt: now,
    clockSkew: null,
    tokenType: 'bearer',
    expiresIn: 300,
    refreshExpiresIn: 1800,
    notBefore: 0,
    sessionState: null,
    scope: 'openid',
    askedScope: 'openid',
    nonce: 'n',
    redirectUrl: 'compute-desk://oauth/callback',
    ...change,
  };
}

/**
 * A session over a provider that rotates and never forgives, a disk that survives crashes, and two
 * clocks in the test's hands.
 */
export function sessionModel(options: { readonly slow?: boolean } = {}) {
  const clock = { wall: Date.parse('2026-03-01T00:00:00Z'), steady: 1_000 };
  const disk = memoryVault();
  const log = recordLog();
  /** Refresh tokens as they reached the provider. */
  const used: string[] = [];
  const revoked: string[] = [];
  const held: (() => void)[] = [];
  let number = 0;
  let next: Outcome = 'good';
  let holds = false;
  let locked = false;
  let attempts = 0;
  let life = { alive: true };
  /** What was done although the user had signed out. */
  const unwanted: string[] = [];
  const note = (what: string): void => {
    const { code } = driver.machine.cause;
    if (code === 'signed-out-by-user' || code === 'settings-changed') unwanted.push(what);
  };

  const fresh = (change: Partial<TokenSet> = {}): TokenSet => {
    number++;
    return makeTokens(clock.wall, number, change);
  };

  async function refresh(old: TokenSet, isAlive: () => boolean): Promise<TokenSet> {
    const outcome = next;
    next = 'good';
    if (outcome === 'not-sent') throw new AppError('network-refused', { retryable: true });
    used.push(old.refreshToken ?? '');
    note('refresh');
    if (holds) await new Promise<void>((resolve) => held.push(resolve));
    // The process is gone: its promises never settle.
    if (!isAlive()) return new Promise(() => undefined);
    switch (outcome) {
      case 'busy':
        // Said before the token was looked at: it may come again, and is not counted.
        used.pop();
        throw new AppError('sign-in-provider-error', {
          details: { error: 'temporarily_unavailable' },
        });
      case 'lost':
        throw new AppError('network-reset', { details: { phase: 'open' } });
      case 'refused':
        throw new AppError('session-refresh-refused');
      case 'stale':
        return fresh({ notBefore: clock.wall / 1000 + 100 });
      case 'no-refresh-token':
        return fresh({ refreshToken: null, refreshExpiresIn: null });
      default:
        return fresh();
    }
  }

  function open(): SessionDriver {
    const mine = { alive: true };
    life = mine;
    const write = (): Promise<void> => turns(options.slow === true ? 3 : 0);
    const gone = (): Promise<never> => new Promise(() => undefined);
    const vault: Vault = {
      ...disk,
      state: () => ({
        state: locked ? 'locked' : 'ready',
        protection: 'passphrase',
        keychainProblem: null,
      }),
      async put(name, secret, scope) {
        if (!mine.alive) return gone();
        if (locked) throw new AppError('vault-locked');
        await write();
        return mine.alive ? disk.put(name, secret, scope) : gone();
      },
      async get(name, scope) {
        if (!mine.alive) return gone();
        if (locked && disk.secrets.has(name)) throw new AppError('vault-locked');
        return disk.get(name, scope);
      },
      async remove(name) {
        await write();
        return mine.alive ? disk.remove(name) : gone();
      },
    };
    const store = openTokenStore({
      systemId: 's',
      vault,
      scope: () => 'user',
      keep: async () => true,
      log,
    });
    return createSession({
      store: {
        ...store,
        save(now) {
          note('save');
          return store.save(now);
        },
      },
      provider: async () => ({
        refresh: (old) => refresh(old, () => mine.alive),
        async revoke(tokens) {
          revoked.push(tokens.refreshToken ?? tokens.accessToken);
          return true;
        },
        endSession: async () => null,
      }),
      clock: { now: (): Moment => ({ ...clock }) },
      log,
      changed: () => undefined,
      endAttempt: () => undefined,
    });
  }

  let driver: SessionDriver = open();
  return {
    clock,
    disk,
    used,
    revoked,
    unwanted,
    log,
    get driver() {
      return driver;
    },
    get number() {
      return number;
    },
    get locked() {
      return locked;
    },
    answerWith(outcome: Outcome) {
      next = outcome;
    },
    /** Answers wait until `deliver`. */
    hold(on: boolean) {
      holds = on;
    },
    deliver() {
      for (const go of held.splice(0)) go();
    },
    begin() {
      attempts++;
      driver.start(`attempt-${attempts}`);
      return `attempt-${attempts}`;
    },
    async signIn(change: Partial<TokenSet> = {}) {
      return driver.signedIn(this.begin(), fresh(change));
    },
    lock(on: boolean) {
      locked = on;
      if (on) driver.vaultLocked();
      else return driver.vaultUnlocked();
      return Promise.resolve();
    },
    /** `kill -9`, and a new start. */
    async crash() {
      life.alive = false;
      held.splice(0).map((go) => go());
      driver = open();
      await driver.restore();
    },
    /** Lets everything happen that waits for nothing outside. */
    settle: () => turns(options.slow === true ? 16 : 4),
  };
}

/** Turns of the event loop. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
