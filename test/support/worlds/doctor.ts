import { randomUUID } from 'node:crypto';
import type { Lookup, TlsIdentity } from '../../../main/base/network/index.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import { createGenai } from '../../../main/chat/service/index.ts';
import { createDoctor } from '../../../main/doctor/examination/index.ts';
import { createConnections } from '../../../main/systems/connections/index.ts';
import { createSignIn } from '../../../main/systems/sign-in/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import type { StoredPin } from '../../../preload/contract/systems/connections.ts';
import type { DoctorStep, Examination } from '../../../preload/contract/systems/doctor.ts';
import type { ProxyInput } from '../../../preload/contract/systems/proxy.ts';
import type { AddressField, System } from '../../../preload/contract/systems/systems.ts';
import { behindTheDoor } from './door.ts';
import { recordFiles } from './genai.ts';
import { testAccess, testLinks } from './links.ts';
import { testNetwork } from './network.ts';
import { memoryVault, recordEvents, recordLog, testSystem, testSystems } from './world.ts';

export interface Connection {
  /** The service that is examined, and where it is. */
  readonly service: AddressField;
  readonly address: string | null;
  readonly system?: Partial<System>;
  readonly identity?: TlsIdentity | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly lookup?: Lookup;
  /** How many authorities this computer names, whatever it does. */
  readonly ofComputer?: number | null;
  /** What the operating system says of proxies. */
  readonly resolveProxy?: (url: string) => Promise<string>;
  /** What the user chose for the system, and pinned. */
  readonly proxy?: ProxyInput;
  readonly pin?: StoredPin;
  readonly apiKey?: string;
  readonly client?: { readonly clientId: string; readonly clientSecret: string | null };
  /** Of the provider's address with a client; the address itself is the realm's where it is left out. */
  readonly realmPath?: string;
  readonly certificates?: readonly Certificate[];
  readonly completion?: boolean;
  /** This computer's clock, ms. */
  readonly now?: () => number;
}

const window = { id: 'window-1' };

/** The doctor and what it asks, over a real network and database, for one system. */
export async function doctorFor(database: Database, connection: Connection) {
  const { service, address, identity = null, certificates = [] } = connection;
  const systemId = `system-${randomUUID()}`;
  const vault = memoryVault();
  const events = recordEvents();
  const log = recordLog();
  const real = testNetwork({
    ...{ env: connection.env ?? {}, online: () => true },
    ...(connection.lookup === undefined ? {} : { lookup: connection.lookup }),
    resolveProxy: connection.resolveProxy,
  });
  const { ofComputer = null } = connection;
  const examiner = { ...real.examiner, authoritiesOfComputer: async () => ofComputer };
  const network = { ...real, examiner };
  const system = testSystem(service === 'genai' ? address : null, {
    ...{ id: systemId, webApiUrl: service === 'webApi' ? (address ?? '') : 'https://api.invalid' },
    ...{ authUrl: service === 'identityProvider' ? address : null },
    ...{ certificateId: identity === null ? null : 'certificate-1' },
    ...connection.system,
  });
  const reader = await testSystems(database, system);
  const systems = { ...reader, save: async (saved: System) => saved };
  const connections = await createConnections({ systems, vault, database, emit: events.emit });
  if (connection.proxy !== undefined) {
    await connections.calls.setProxy({ systemId, proxy: connection.proxy }, window);
  }
  if (connection.pin !== undefined) await connections.pin(systemId, connection.pin);
  const links = testLinks(systems, { vault, connections });
  const keys = {
    async identity() {
      if (identity === null) throw new AppError('not-found');
      return identity;
    },
  };
  const parts = { ...{ systems, links, network, vault, database, log }, emit: events.emit };
  const host = { openExternal: async () => false, preferredLanguages: () => ['en'] };
  const signIn = createSignIn({ ...parts, certificates: keys, host, language: () => 'en' });
  const genai = await createGenai({ ...parts, files: recordFiles(), limits: { retries: [] } });
  if (connection.apiKey !== undefined) await genai.addKey(systemId, 'project', connection.apiKey);
  if (connection.client !== undefined) {
    const { client, realmPath = '' } = connection;
    await signIn.changeSettings(systemId, { ...client, realmPath });
  }
  const doctor = behindTheDoor(
    'doctor',
    createDoctor({
      access: testAccess(links, { certificates: keys, sessions: signIn }),
      ...{ links, connections, network, signIn, genai, log, emit: events.emit },
      certificates: { all: () => [...certificates] },
      ...(connection.now === undefined ? {} : { now: connection.now }),
    }),
    log,
  );
  const of = { systemId, service };
  return {
    ...{ systemId, doctor, connections, events, log, network, links, vault },
    start: () => doctor.calls.start({ ...of, completion: connection.completion ?? false }, window),
    stop: () => doctor.calls.stop(of, window),
    snapshot: () => doctor.calls.snapshot(of, window),
    shareable: () => doctor.calls.shareable(of, window),
    decided: () => connections.calls.snapshot({ systemId }, window),
    removePin: (host: string, fingerprint: string) =>
      connections.calls.removePin({ systemId, host, fingerprint }, window),
    removeIntermediate: (fingerprint: string) =>
      connections.calls.removeIntermediate({ systemId, fingerprint }, window),
    pin: (fingerprint: string) => doctor.calls.pin({ ...of, fingerprint }, window),
    askIssuer: () => doctor.calls.askIssuer(of, window),
    keepIssuer: (fingerprint: string) => doctor.calls.keepIssuer({ ...of, fingerprint }, window),
    /** The examination when it has come to an end. */
    ended: () =>
      events.until('doctor.changed', ({ state }) => state === 'ended' || state === 'stopped'),
    async close() {
      await doctor.close();
      await genai.close();
      await signIn.close();
      links.close();
      await network.close();
    },
  };
}

/** A whole examination. */
export async function examined(database: Database, connection: Connection): Promise<Examination> {
  const world = await doctorFor(database, connection);
  try {
    await world.start();
    return await world.ended();
  } finally {
    await world.close();
  }
}

/** What a step is called by: its finding, or the code of its problem. */
export function nameOf(step: DoctorStep | undefined): string | null {
  const verdict = step?.verdict ?? null;
  if (verdict === null) return null;
  return verdict.kind === 'problem' ? verdict.problem.code : verdict.code;
}

/** The names of all that is wrong or worth knowing, by step. */
export function diagnosis({ steps }: Examination): Record<string, string | null> {
  const worth = steps.filter(({ state }) => state === 'bad' || state === 'note');
  return Object.fromEntries(worth.map((step) => [step.id, nameOf(step)]));
}
