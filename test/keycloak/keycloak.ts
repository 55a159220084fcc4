import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Authority, issueUser, makePki, type Pair, type User } from '../support/worlds/pki.ts';
import { type Admin, createAdmin } from './admin.ts';
import { distribution } from './distribution.ts';
import { importRealm, type RealmClients, type RealmUser } from './realm.ts';

/** A user of the realm with the certificate that signs in as them. */
export interface KeycloakUser extends RealmUser, User {}

/** What there is to know of a running Keycloak; plain data, so that it crosses process borders. */
export interface KeycloakFacts {
  /** What an app is told as the identity provider's address: `https://localhost:<port>`. */
  readonly authUrl: string;
  /** `<authUrl>/auth/realms/op` */
  readonly issuer: string;
  readonly port: number;
  readonly authorities: {
    /** Issued Keycloak's certificate: what a client has to trust. */
    readonly server: Authority;
    /** Issued the users' certificates: what Keycloak trusts. */
    readonly users: Authority;
  };
  /** The certificate of Keycloak itself, for other servers on localhost. */
  readonly server: Pair;
  readonly users: {
    /** Found by the Common Name as username. May manage clients. EC key. */
    readonly manager: KeycloakUser;
    /** Found by the Common Name as username. RSA key. */
    readonly ordinary: KeycloakUser;
    /** Found by the Common Name as e-mail address. */
    readonly byEmail: KeycloakUser;
    /** May look at clients, and not manage them. */
    readonly viewer: KeycloakUser;
  };
  readonly strangers: {
    /** Certificate of the right authority, no such account. */
    readonly unknown: User;
    /** Certificate of an authority that Keycloak does not trust: TLS fails. */
    readonly foreign: User;
    readonly expired: User;
  };
  readonly clients: RealmClients;
  readonly administrator: { readonly username: string; readonly password: string };
}

export interface Keycloak extends KeycloakFacts {
  /** The admin API of the whole server, for what a test has to change in the realm. */
  readonly admin: Admin;
  /** An access token for `admin`, for clients of one's own. */
  adminToken(): Promise<string>;
  /** For the dynamic registration of `count` clients (RFC 7591, section 3). */
  createInitialAccessToken(count?: number): Promise<string>;
  /** Whether refresh tokens are for one use. The realm's own setting: a test that changes it sets it back. */
  setRotation(on: boolean): Promise<void>;
}

export interface RunningKeycloak extends Keycloak {
  stop(): Promise<void>;
}

/** The same Keycloak in another process: a test file of the lane gets it by `inject('keycloak')`. */
export function connectKeycloak(facts: KeycloakFacts): Keycloak {
  const admin = createAdmin({
    base: `${facts.authUrl}/auth`,
    authority: facts.authorities.server.pem,
    ...facts.administrator,
  });
  return {
    ...facts,
    admin,
    adminToken: admin.token,
    async createInitialAccessToken(count = 1) {
      const path = '/realms/op/clients-initial-access';
      const made = await admin.call('POST', path, { count, expiration: 600 });
      return (made as { token: string }).token;
    },
    async setRotation(on) {
      await admin.call('PUT', '/realms/op', { revokeRefreshToken: on });
    },
  };
}

/**
 * Starts Keycloak on a free port of 127.0.0.1 with a database in memory and the realm `op`: sign-in by
 * client certificate with the confirm page, refresh tokens that are rotated. Takes about half a minute
 * and 1 GB. @throws Where `prepareDistribution` has not been run, with Keycloak's last words where it fails.
 */
export async function startKeycloak(): Promise<RunningKeycloak> {
  const { home } = distribution();
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-keycloak-'));
  let server: ChildProcess | undefined;
  const endWithProcess = (): void => {
    if (server !== undefined) killGroup(server);
  };
  process.once('exit', endWithProcess);
  const stop = async (): Promise<void> => {
    process.off('exit', endWithProcess);
    if (server !== undefined) await end(server);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const pki = await makePki(join(folder, 'pki'));
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    const administrator = { username: 'administrator', password: randomBytes(16).toString('hex') };
    server = spawn(
      'sh',
      [
        ...[join(home, 'bin/kc.sh'), 'start', '--optimized', '--cache=local'],
        ...['--http-enabled=false', '--http-host=127.0.0.1', '--https-port=0'],
        ...['--hostname-strict=false', '--log-console-color=false'],
        `--https-certificate-file=${pki.servers.good.certificateFile}`,
        `--https-certificate-key-file=${pki.servers.good.keyFile}`,
        `--https-trust-store-file=${pki.authorities.users.certificateFile}`,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        // kc.sh starts Java as a process of its own: the group is what is ended.
        detached: true,
        env: {
          ...process.env,
          KC_BOOTSTRAP_ADMIN_USERNAME: administrator.username,
          KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
          JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx700m',
          // The quick compiler alone: a server for a minute starts a third faster.
          JAVA_OPTS_APPEND: `-Djava.io.tmpdir=${temporary} -XX:TieredStopAtLevel=1`,
        },
      },
    );
    const port = await listening(server);
    const authUrl = `https://localhost:${port}`;
    const admin = createAdmin({
      base: `${authUrl}/auth`,
      authority: pki.authorities.servers.pem,
      ...administrator,
    });
    const account = (username: string, clients: RealmUser['clients'] = 'nothing'): RealmUser => ({
      username,
      email: `${username}@example.org`,
      accountPassword: randomBytes(12).toString('hex'),
      clients,
    });
    const accounts = {
      manager: account('hanako', 'manages'),
      ordinary: account('taro'),
      byEmail: account('jiro'),
      viewer: account('michiko', 'views'),
    };
    const [manager, ordinary, byEmail, viewer, unknown] = await Promise.all([
      issueUser(pki, 'manager', accounts.manager.username),
      issueUser(pki, 'ordinary', accounts.ordinary.username, 'rsa'),
      issueUser(pki, 'by-email', accounts.byEmail.email),
      issueUser(pki, 'viewer', accounts.viewer.username),
      issueUser(pki, 'unknown', 'nobody'),
    ]);
    const clients = await importRealm(admin, {
      users: Object.values(accounts),
      authorityDn: 'CN=Test User Authority,O=Test',
    });
    const facts: KeycloakFacts = {
      authUrl,
      issuer: `${authUrl}/auth/realms/op`,
      port,
      authorities: { server: pki.authorities.servers, users: pki.authorities.users },
      server: pki.servers.good,
      users: {
        manager: { ...accounts.manager, ...manager },
        ordinary: { ...accounts.ordinary, ...ordinary },
        byEmail: { ...accounts.byEmail, ...byEmail },
        viewer: { ...accounts.viewer, ...viewer },
      },
      strangers: { unknown, foreign: pki.users.foreign, expired: pki.users.expired },
      clients,
      administrator,
    };
    return { ...connectKeycloak(facts), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The facts alone, without functions. */
export function factsOf(keycloak: Keycloak): KeycloakFacts {
  const { authUrl, issuer, port, authorities, server, users } = keycloak;
  const { strangers, clients, administrator } = keycloak;
  return { authUrl, issuer, port, authorities, server, users, strangers, clients, administrator };
}

const lastWords = 40;

/** The port that Keycloak says it listens on. */
function listening(server: ChildProcess): Promise<number> {
  const { stdout, stderr } = server;
  if (stdout === null || stderr === null) throw new Error('Keycloak without output');
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const hear = (line: string): void => {
      said.push(line);
      if (said.length > lastWords) said.shift();
      const port = /Listening on: https:\/\/[^\s]*:(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    createInterface(stdout).on('line', hear);
    createInterface(stderr).on('line', hear);
    server.once('error', reject);
    server.once('exit', (code) =>
      reject(new Error(`Keycloak ended (${code}):\n${said.join('\n')}`)),
    );
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const closed = once(server, 'close');
  killGroup(server);
  await closed;
}

/** The database is in memory: nothing is lost by not asking politely. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
