import { createHash } from 'node:crypto';
import type { SecureContext } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import { createConnector } from './connect.ts';
import { type Connection, connectionKey, defaultTrust, pinnedHost, trustAt } from './connection.ts';
import type { TlsIdentity } from './identity.ts';
import type { Proxies } from './proxies.ts';
import type { Trust } from './trust.ts';
import { Pool } from './undici.ts';
import type { Verification } from './verification.ts';

/** A borrowed dispatcher; release it when the answer has ended. */
export interface Lease {
  readonly dispatcher: Dispatcher;
  release(): void;
}

export interface Agents {
  /**
   * Lends what sends requests to an origin.
   * @throws AppError as `Trust.context`
   */
  take(origin: string, identity: TlsIdentity | null, connection: Connection): Lease;
  /** Drops the agents that hold a certificate; their running requests finish. */
  forgetIdentities(): void;
  close(): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly connect: buildConnector.connector;
  /**
   * By origin. Not undici's Agent: a pool that it has closed counts its last connection to the next pool of the origin, and
   * closes that. Once a server had ended two connections, every request opened a new one.
   */
  readonly pools: Map<string, Pool>;
  readonly hasIdentity: boolean;
  running: number;
  /** Number of its last use: the least one is unused for longest. */
  used: number;
  /** Retires the agent unless a request is running by then. */
  readonly idle: NodeJS.Timeout;
}

const maxAgents = 16;
const maxConnectionsPerOrigin = 64;
/** An agent unused for this long is closed with its TLS context, ms. */
const idleTime = 120_000;

/**
 * Returns pools of kept-alive connections, one per origin, identity and kind of connection. Those of one identity and
 * kind of connection share their TLS contexts.
 */
export function createAgents(deps: { trust: Trust; proxies: Proxies }): Agents {
  const entries = new Map<string, Entry>();
  /** Hashes of keys: a map reads a whole key for each request, and certificates are long. */
  const keys = new WeakMap<Connection, string>();
  let uses = 0;
  const closing = new Set<Promise<unknown>>();
  let usualContext: SecureContext | null = null;
  /** The context without an identity and with the usual authorities, created for the first connection that needs it. */
  const usual = (): SecureContext => {
    usualContext ??= deps.trust.context(null, defaultTrust);
    return usualContext;
  };

  function retire(entry: Entry): void {
    clearTimeout(entry.idle);
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    // Graceful: running requests finish.
    const pools = [...entry.pools.values()];
    const done = Promise.all(pools.map((pool) => pool.close())).finally(() => closing.delete(done));
    closing.add(done);
  }

  /** Returns how each address is verified: pinned addresses and those that need TLS 1.2 have contexts of their own. */
  function verifyingBy(identity: TlsIdentity | null, connection: Connection) {
    const unpinned = { ...connection, pins: [] };
    const isUsual =
      identity === null &&
      connection.authorities.length === 0 &&
      connection.intermediates.length === 0;
    const made = (trusted: typeof defaultTrust, highest?: 'TLSv1.2'): Verification => ({
      context: deps.trust.context(identity, trusted, highest),
      checkServer: deps.trust.checkServer(trusted),
    });
    const elsewhere = isUsual ? null : made(unpinned);
    const ofHosts = new Map<string, Verification>();
    return (hostname: string, port: string): Verification => {
      const trusted = trustAt(connection, hostname, port);
      const host = pinnedHost(hostname, port);
      const isLimited = connection.tls12.includes(host);
      if (trusted.pins.length === 0 && !isLimited) {
        return elsewhere ?? { context: usual(), checkServer: deps.trust.checkServer(defaultTrust) };
      }
      const known = ofHosts.get(host) ?? made(trusted, isLimited ? 'TLSv1.2' : undefined);
      ofHosts.set(host, known);
      return known;
    };
  }

  function open(key: string, identity: TlsIdentity | null, connection: Connection): Entry {
    const connect = createConnector({
      verifying: verifyingBy(identity, connection),
      proxyFor: async (hostname, port) =>
        (await deps.proxies.choose(hostname, port, connection.proxy)).proxy,
      verifyingProxy: () => ({
        context: usual(),
        checkServer: deps.trust.checkServer(defaultTrust),
      }),
    });
    const hasIdentity = identity !== null;
    const idle = setTimeout(() => {
      if (entry.running === 0) retire(entry);
    }, idleTime).unref();
    const entry: Entry = { key, connect, pools: new Map(), hasIdentity, running: 0, used: 0, idle };
    if (entries.size >= maxAgents) {
      retire(
        [...entries.values()].reduce((oldest, one) => (one.used < oldest.used ? one : oldest)),
      );
    }
    entries.set(key, entry);
    return entry;
  }

  function keyOf(identity: TlsIdentity | null, connection: Connection): string {
    let known = keys.get(connection);
    if (known === undefined) {
      known = createHash('sha256').update(connectionKey(connection)).digest('base64');
      keys.set(connection, known);
    }
    return `${identity?.name ?? ''}\n${known}`;
  }

  function poolOf({ pools, connect }: Entry, origin: string): Pool {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    const connections = maxConnectionsPerOrigin;
    const pool = new Pool(origin, { connections, pipelining: 1, allowH2: false, connect });
    pools.set(origin, pool);
    return pool;
  }

  return {
    take(origin, identity, connection) {
      const key = keyOf(identity, connection);
      const entry = entries.get(key) ?? open(key, identity, connection);
      entry.used = ++uses;
      entry.running++;
      let released = false;
      return {
        dispatcher: poolOf(entry, origin),
        release() {
          if (released) return;
          released = true;
          entry.running--;
          if (entry.running === 0 && entries.get(key) === entry) entry.idle.refresh();
        },
      };
    },
    forgetIdentities() {
      for (const entry of [...entries.values()]) if (entry.hasIdentity) retire(entry);
    },
    async close() {
      const all = [...entries.values()];
      entries.clear();
      for (const entry of all) clearTimeout(entry.idle);
      const pools = all.flatMap((entry) => [...entry.pools.values()]);
      await Promise.all(pools.map((pool) => pool.destroy()));
      await Promise.all(closing);
    },
  };
}
