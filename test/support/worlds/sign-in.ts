import { onTestFinished } from 'vitest';
import type { Host, Log } from '../../../main/base/host.ts';
import type { TlsIdentity } from '../../../main/base/network/index.ts';
import type { SignInWindowOptions } from '../../../main/base/sign-in-ports.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import type { Vault } from '../../../main/base/storage/vault/vault.ts';
import type { Links, ProvidedSettings } from '../../../main/systems/links/index.ts';
import { createSignIn, type SignIn } from '../../../main/systems/sign-in/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { contract } from '../../../preload/contract/index.ts';
import type { Session, SignInWay } from '../../../preload/contract/systems/session.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { testFolder } from '../files/folder.ts';
import { behindTheDoor } from './door.ts';
import { testAccess, testLinks } from './links.ts';
import { testNetwork } from './network.ts';
import { startTestStorage } from './storage.ts';
import { memoryVault, recordEvents, recordLog, testSystem, testSystems } from './world.ts';

export const sender = { id: 'window-1' };
export const systemId = 'system-1';

/** A window of the test's own: it holds what the port was given. */
export interface TestWindow {
  readonly options: SignInWindowOptions;
  closed: boolean;
}

/** The sign-in domain over a real network and database, with a vault in memory and windows in the test's hands. */
export async function signInWorld(options: {
  readonly system?: Partial<System>;
  readonly identity?: TlsIdentity | null;
  readonly preset?: ProvidedSettings['client'] | null;
  /** Instead of one in memory. */
  readonly vault?: Vault;
  readonly log?: Log;
  readonly database?: Database;
  readonly openExternal?: Host['openExternal'];
  readonly leave?: Host['leave'] | undefined;
  readonly openSignInTab?: Host['openSignInTab'];
  readonly windows?: boolean;
  readonly now?: () => { wall: number; steady: number };
}) {
  const database = options.database ?? (await startTestStorage(testFolder()));
  const vault = memoryVault();
  const events = recordEvents();
  const records = recordLog();
  const log = options.log ?? records;
  const network = testNetwork({ log, env: {}, usualAuthorities: [] });
  const base = testSystem(null, {
    route: 'token',
    certificateId: options.identity ? 'certificate-1' : null,
    ...options.system,
  });
  const reader = await testSystems(database, base);
  const systems = {
    ...reader,
    async save(system: System) {
      reader.change(system);
      return system;
    },
  };
  const windows: TestWindow[] = [];
  const waiting: ((window: TestWindow) => void)[] = [];
  const certificates = {
    async identity() {
      if (!options.identity) throw new AppError('not-found');
      return options.identity;
    },
  };
  const links: Links = {
    ...testLinks(systems, { vault: options.vault ?? vault }),
    async brings() {
      const registration = { endpoint: 'https://demo.invalid', initialAccessToken: '' };
      return options.preset ? { client: options.preset, registration } : null;
    },
  };
  const open = (): SignIn => {
    const started = createSignIn({
      systems,
      links,
      certificates,
      network,
      vault: options.vault ?? vault,
      database,
      host: {
        openExternal: options.openExternal ?? (async () => false),
        preferredLanguages: () => ['en'],
        ...(options.leave === undefined ? {} : { leave: options.leave }),
        ...(options.openSignInTab === undefined ? {} : { openSignInTab: options.openSignInTab }),
        ...(options.windows === false
          ? {}
          : {
              async openSignInWindow(given: SignInWindowOptions) {
                const window: TestWindow = { options: given, closed: false };
                windows.push(window);
                waiting.shift()?.(window);
                return {
                  async close() {
                    window.closed = true;
                  },
                  focus: () => undefined,
                };
              },
            }),
      },
      language: () => 'en',
      emit: events.emit,
      log,
      ...(options.now === undefined ? {} : { now: options.now }),
    });
    return behindTheDoor('session', started, log);
  };
  let signIn = open();
  onTestFinished(async () => {
    await signIn.close();
    links.close();
    await network.close();
    if (options.database === undefined) await database.close();
  });
  const check = (session: unknown): Session => contract.session.snapshot.output.parse(session);
  return {
    database,
    vault,
    events,
    log: records,
    network,
    systems,
    links,
    /** By the session as it is now. */
    get access() {
      return testAccess(links, { certificates, sessions: signIn });
    },
    windows,
    get signIn() {
      return signIn;
    },
    /** As after a restart of the app; what was only in memory is gone. */
    async reopen() {
      await signIn.close();
      signIn = open();
    },
    calls: (): SignIn['calls'] => signIn.calls,
    snapshot: async () => check(await signIn.calls.snapshot({ systemId }, sender)),
    start: async (way: SignInWay) => check(await signIn.calls.signIn({ systemId, way }, sender)),
    /** The session once it satisfies `test`, past events included. */
    until: (test: (session: Session) => boolean) => events.until('session.changed', test),
  };
}

/**
 * What Chromium does with the gateway: follows redirects as the Fetch standard says, asks `mayNavigate`
 * before, keeps no cookies.
 */
export async function browse(
  { options }: TestWindow,
  url: string,
  init: { method?: string; body?: string; contentType?: string } = {},
): Promise<{ response: Response; url: string; text: string; stopped: boolean }> {
  const { gateway, mayNavigate } = options;
  if (gateway === null) throw new Error('this window has no gateway');
  let next = url;
  let method = init.method ?? 'GET';
  let body = init.body;
  for (let hops = 0; hops < 40; hops++) {
    if (!mayNavigate(next)) return { response: new Response(), url: next, text: '', stopped: true };
    const response = await gateway(
      new Request(next, {
        method,
        headers: {
          accept: 'text/html',
          ...(body === undefined
            ? {}
            : { 'content-type': init.contentType ?? 'application/x-www-form-urlencoded' }),
        },
        ...(body === undefined ? {} : { body }),
      }),
    );
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) {
      return { response, url: next, text: await response.text(), stopped: false };
    }
    next = new URL(location, next).href;
    const repeat = response.status === 307 || response.status === 308;
    if (!repeat) {
      method = 'GET';
      body = undefined;
    }
  }
  throw new Error('redirects without end');
}
