import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type {
  ConnectionChoices,
  StoredPin,
} from '../../../preload/contract/systems/connections.ts';
import type { ProxyInput, StoredProxy } from '../../../preload/contract/systems/proxy.ts';
import type { Authority } from '../../../preload/contract/systems/systems.ts';
import type { Connection } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { StoreWithSystem, SystemsReader } from '../list/types.ts';
import { defaultChoices, loadChoices, saveChoices } from './store.ts';
import { withTypedCredentials } from './typed.ts';

/** The user's settings for trusting and reaching a system's servers, beyond its authorities. */
export { choiceRows as connectionRows } from './store.ts';
export { proxyToTry } from './typed.ts';

export interface Connections {
  readonly calls: Handlers<'connections'>;
  /** Returns the settings in the network's form. */
  of(systemId: string): Omit<Connection, 'authorities'>;
  /** Pins a certificate, replacing the address's old pin. @throws AppError `no-system` */
  pin(systemId: string, pin: StoredPin): Promise<void>;
  /** @throws AppError `no-system` */
  addIntermediate(systemId: string, authority: Authority): Promise<void>;
  /** Called with the system whose connections changed; returns a function that stops listening. */
  onChange(listener: (systemId: string) => void): () => void;
  /** Stores a new system's proxy with it. @throws AppError `address-invalid`, `locked-by-policy` */
  readonly storeWithSystem: StoreWithSystem;
  /** Drops everything stored here for a system. */
  forget(systemId: string): Promise<void>;
}

const most = 50;

export async function createConnections(deps: {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly vault: Pick<Vault, 'put' | 'get' | 'remove'>;
  readonly database: Database;
  readonly emit: Emit;
  readonly policy?: Pick<Policy, 'requireOpen'> | undefined;
  readonly now?: () => number;
}): Promise<Connections> {
  const { systems, vault, database, emit, policy, now = Date.now } = deps;
  const known = await loadChoices(database);
  const listeners = new Set<(systemId: string) => void>();
  /** Number of changes to a system's proxy: each creates new connections. */
  const revisions = new Map<string, number>();

  const choicesOf = (systemId: string): ConnectionChoices =>
    known.get(systemId) ?? defaultChoices(systems.get(systemId).id);

  async function keep(choices: ConnectionChoices): Promise<void> {
    const { systemId } = choices;
    await database.run(saveChoices(choices));
    known.set(systemId, choices);
    emit('connections.changed', choices);
    for (const listener of [...listeners]) listener(systemId);
  }

  async function setProxy(systemId: string, wanted: ProxyInput): Promise<void> {
    policy?.requireOpen('noProxy', 'fixedProxy');
    const before = choicesOf(systemId);
    const proxy = await keptProxy(systemId, before.proxy, wanted);
    revisions.set(systemId, (revisions.get(systemId) ?? 0) + 1);
    await keep({ ...choicesOf(systemId), proxy });
  }

  async function keptProxy(
    systemId: string,
    before: StoredProxy,
    wanted: ProxyInput,
  ): Promise<StoredProxy> {
    const name = secretOf(systemId);
    if (wanted.kind !== 'manual') {
      await vault.remove(name);
      return wanted;
    }
    const { password, ...rest } = withTypedCredentials(wanted);
    const isSame =
      before.kind === 'manual' && before.address === rest.address && before.user === rest.user;
    if (rest.user === null || (password === null && !isSame)) {
      // Credentials for one proxy are never sent to another.
      await vault.remove(name);
      return { ...rest, hasPassword: false };
    }
    if (password === null) return { ...rest, hasPassword: isSame && before.hasPassword };
    await vault.put(name, Buffer.from(password), 'user');
    return { ...rest, hasPassword: true };
  }

  async function forget(systemId: string): Promise<void> {
    known.delete(systemId);
    await vault.remove(secretOf(systemId));
  }

  async function limitTls(systemId: string, host: string, isLimited: boolean): Promise<void> {
    const tls12 = withLimit(choicesOf(systemId).tls12, host, isLimited ? now() : null);
    if (tls12 !== null) await keep({ ...choicesOf(systemId), tls12 });
  }

  return {
    of(systemId) {
      const { pins, intermediates, proxy, tls12 } = choicesOf(systemId);
      return {
        pins: pins.map(({ host, fingerprint, pem }) => ({ host, fingerprint, pem })),
        intermediates: intermediates.map(({ pem }) => pem),
        proxy: wishOf(systemId, proxy, vault, revisions.get(systemId) ?? 0),
        tls12: tls12.map(({ host }) => host),
        limitTls: (host, isLimited) =>
          ignoring('it is learnt again', limitTls(systemId, host, isLimited)),
      };
    },
    async pin(systemId, pin) {
      const choices = choicesOf(systemId);
      const others = choices.pins.filter(({ host }) => host !== pin.host);
      if (others.length >= most) throw new AppError('internal');
      await keep({ ...choices, pins: [...others, pin] });
    },
    async addIntermediate(systemId, authority) {
      const choices = choicesOf(systemId);
      const others = choices.intermediates.filter(
        ({ fingerprint }) => fingerprint !== authority.fingerprint,
      );
      if (others.length >= most) throw new AppError('internal');
      await keep({ ...choices, intermediates: [...others, authority] });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async storeWithSystem(systemId, { proxy: wanted }) {
      // The computer's proxy is no choice, so no policy refuses it.
      if (wanted === undefined || wanted.kind === 'system') return null;
      policy?.requireOpen('noProxy', 'fixedProxy');
      const none = defaultChoices(systemId);
      const choices = { ...none, proxy: await keptProxy(systemId, none.proxy, wanted) };
      known.set(systemId, choices);
      return { statement: saveChoices(choices), discard: () => forget(systemId) };
    },
    forget,
    calls: {
      snapshot: async ({ systemId }) => choicesOf(systemId),
      async removePin({ systemId, host, fingerprint }) {
        const choices = choicesOf(systemId);
        const pins = choices.pins.filter(
          (one) => one.host !== host || one.fingerprint !== fingerprint,
        );
        await keep({ ...choices, pins });
      },
      async removeIntermediate({ systemId, fingerprint }) {
        const choices = choicesOf(systemId);
        const intermediates = choices.intermediates.filter(
          (one) => one.fingerprint !== fingerprint,
        );
        await keep({ ...choices, intermediates });
      },
      removeTls12: ({ systemId, host }) => limitTls(systemId, host, false),
      setProxy: ({ systemId, proxy }) => setProxy(systemId, proxy),
    },
  };
}

/** Returns the limited servers with this one and its time, or without it; null if nothing changes. */
function withLimit(
  before: ConnectionChoices['tls12'],
  host: string,
  since: number | null,
): ConnectionChoices['tls12'] | null {
  const others = before.filter((one) => one.host !== host);
  const isKnown = others.length < before.length;
  if (isKnown === (since !== null) || others.length >= most) return null;
  return since === null ? others : [...others, { host, since: new Date(since).toISOString() }];
}

function wishOf(
  systemId: string,
  proxy: StoredProxy,
  vault: Pick<Vault, 'get'>,
  revision: number,
): Connection['proxy'] {
  if (proxy.kind !== 'manual') return proxy;
  const { address, user, except, hasPassword } = proxy;
  return {
    kind: 'manual',
    url: new URL(address),
    except,
    revision: `${user} ${revision}`,
    async credentials() {
      if (user === null) return null;
      const password = hasPassword ? await vault.get(secretOf(systemId), 'user') : '';
      return { user, password: new TextDecoder().decode(Buffer.from(password)) };
    },
  };
}

const secretOf = (systemId: string): string => `proxy:${systemId}`;
