import type { SecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import { createConnector } from './connect.ts';
import { type Connection, connectionKey, defaultTrust, pinnedHost, trustAt } from './connection.ts';
import type { TlsIdentity } from './identity.ts';
import type { Proxies } from './proxies.ts';
import type { Trust } from './trust.ts';
import { Agent } from './undici.ts';
import type { Verification } from './verification.ts';

/** A borrowed dispatcher; release it when the answer has ended. */
export interface Lease {
  readonly dispatcher: Dispatcher;
  release(): void;
}

export interface Agents {
  /** @throws AppError as `Trust.context` */
  take(identity: TlsIdentity | null, connection: Connection): Lease;
  /** Drops the agents that hold a certificate; their running requests finish. */
  forgetIdentities(): void;
  close(): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly agent: Agent;
  readonly hasIdentity: boolean;
  running: number;
  idle: NodeJS.Timeout | null;
}

const maxAgents = 16;
const maxConnectionsPerOrigin = 64;
/** An agent unused for this long is closed with its TLS context, ms. */
const idleTime = 120_000;

/**
 * Returns undici agents with their TLS contexts and kept-alive connections, one per identity and kind of connection.
 */
export function createAgents(deps: { trust: Trust; proxies: Proxies }): Agents {
  const entries = new Map<string, Entry>();
  const closing = new Set<Promise<void>>();
  let usualContext: SecureContext | null = null;
  /** The context without an identity and with the usual authorities, created for the first connection that needs it. */
  const usual = (): SecureContext => {
    usualContext ??= deps.trust.context(null, defaultTrust);
    return usualContext;
  };

  function retire(entry: Entry): void {
    if (entry.idle !== null) clearTimeout(entry.idle);
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    // Graceful: running requests finish.
    const done = entry.agent.close().finally(() => closing.delete(done));
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
    const agent = new Agent({
      connections: maxConnectionsPerOrigin,
      pipelining: 1,
      allowH2: false,
      connect: createConnector({
        verifying: verifyingBy(identity, connection),
        proxyFor: async (hostname, port) =>
          (await deps.proxies.choose(hostname, port, connection.proxy)).proxy,
        verifyingProxy: () => ({
          context: usual(),
          checkServer: deps.trust.checkServer(defaultTrust),
        }),
      }),
    });
    const entry: Entry = { key, agent, hasIdentity: identity !== null, running: 0, idle: null };
    entries.set(key, entry);
    const oldest = entries.values().next().value;
    if (entries.size > maxAgents && oldest !== undefined) retire(oldest);
    return entry;
  }

  return {
    take(identity, connection) {
      const key = `${identity?.name ?? ''}\n${connectionKey(connection)}`;
      const entry = entries.get(key) ?? open(key, identity, connection);
      // Keeps the map in order of use: the first entry is unused for longest.
      entries.delete(key);
      entries.set(key, entry);
      if (entry.idle !== null) clearTimeout(entry.idle);
      entry.idle = null;
      entry.running++;
      let released = false;
      return {
        dispatcher: entry.agent,
        release() {
          if (released) return;
          released = true;
          entry.running--;
          if (entry.running > 0 || entries.get(key) !== entry) return;
          entry.idle = setTimeout(() => retire(entry), idleTime).unref();
        },
      };
    },
    forgetIdentities() {
      for (const entry of [...entries.values()]) if (entry.hasIdentity) retire(entry);
    },
    async close() {
      const all = [...entries.values()];
      entries.clear();
      for (const entry of all) if (entry.idle !== null) clearTimeout(entry.idle);
      await Promise.all(all.map((entry) => entry.agent.destroy()));
      await Promise.all(closing);
    },
  };
}
