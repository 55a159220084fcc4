import type { VaultState } from '../../preload/contract/app.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Machine, MachinesState } from '../../preload/contract/machines/machines.ts';
import type { NotificationRule } from '../../preload/contract/machines/notifications.ts';
import type { BackupSchedule } from '../../preload/contract/settings/backups.ts';
import type { DataPlaceState } from '../../preload/contract/settings/data-place.ts';
import type { PolicyState } from '../../preload/contract/settings/policy.ts';
import type { Settings } from '../../preload/contract/settings/settings.ts';
import type { UpdatesState } from '../../preload/contract/settings/updates.ts';
import type {
  Certificate,
  CertificateFacts,
  KeyChoice,
} from '../../preload/contract/systems/certificates.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import { createFakeBridge } from './fake-bridge.ts';

const minute = 60_000;
const day = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();

/** As on a computer that no site looks after. */
export const noPolicy: PolicyState = {
  sources: [],
  locks: [],
  proxy: null,
  updateFeed: null,
  authorities: [],
  systems: [],
  texts: { en: null, ja: null },
};

/** The data folder where it was named. */
export const unmovedData: DataPlaceState = {
  folder: '/data/compute-desk',
  movesTo: null,
  before: null,
  problem: null,
  movable: true,
  asksFolder: false,
};

/** None are made by themselves, and the page may name a folder. */
export const noBackups: BackupSchedule = {
  folder: null,
  lastAt: null,
  waits: false,
  problem: null,
  asksFolder: false,
  restores: false,
  replaced: null,
};

/** Newer versions are looked for nowhere. */
export const noUpdates: UpdatesState = {
  feed: null,
  place: null,
  locked: false,
  daily: true,
  lookedAt: null,
  problem: null,
  found: null,
  marked: false,
};

/** What is told of a system before the user says anything. */
export const noticeRule: NotificationRule = {
  on: false,
  states: ['down', 'degraded'],
  recovery: true,
  unreachable: true,
  seen: 2,
  of: 3,
  quiet: null,
  sound: false,
  groups: [],
  machines: [],
};

export function facts(name: string, change: Partial<CertificateFacts> = {}): CertificateFacts {
  const now = Date.now();
  return {
    subject: `CN=${name},OU=Users,O=Example Centre,C=JP`,
    issuer: 'CN=Example Issuing CA,O=Example Centre,C=JP',
    serialNumber: '4f:21:0a:9c:77:e0',
    notBefore: iso(now - 200 * day),
    notAfter: iso(now + 165 * day),
    fingerprint: [...name]
      .reduce((text, letter) => text + letter.charCodeAt(0).toString(16), '')
      .padEnd(64, '7c3e9a')
      .slice(0, 64),
    keyType: 'RSA 2048',
    ...change,
  };
}

/** A key of a file, with its certificate. */
export function keyChoice(index: number, change: Partial<KeyChoice> = {}): KeyChoice {
  return {
    index,
    keyType: 'RSA 2048',
    friendlyName: null,
    certificate: facts('taro'),
    uses: ['clientAuth'],
    problem: null,
    ...change,
  };
}

export function certificate(
  id: string,
  name: string,
  change: Partial<Certificate> = {},
): Certificate {
  return {
    id,
    name,
    fileName: `${id}.p12`,
    leaf: facts(name),
    chain: [facts('Example Issuing CA'), facts('Example Root CA')],
    others: [],
    checks: [],
    importedAt: iso(Date.now() - 3 * day),
    protection: 'passphrase',
    uses: ['clientAuth', 'signing'],
    usedBy: [],
    reminder: null,
    ...change,
  };
}

export function system(id: string, name: string, change: Partial<System> = {}): System {
  return {
    id,
    name,
    kind: 'real',
    webApiUrl: `https://api.${id}.example.org`,
    authUrl: null,
    genaiUrl: null,
    authorities: [],
    certificateId: null,
    route: 'certificate',
    reasoningBack: 'in-tool-rounds',
    longestRequest: 600,
    thinkTags: true,
    createdAt: iso(Date.now() - 9 * day),
    ...change,
  };
}

export function machine(
  name: string,
  status: string,
  state: Machine['state'],
  message?: string,
): Machine {
  return {
    name,
    status,
    state,
    since: iso(Date.now() - (name.length * 7 + 3) * minute),
    record: { machine: name, status, nodes: 64, ...(message === undefined ? {} : { message }) },
  };
}

export function machinesOf(
  systemId: string,
  machines: Machine[],
  change: Partial<MachinesState> = {},
): MachinesState {
  const now = Date.now();
  return {
    systemId,
    machines,
    checking: false,
    checkedAt: iso(now - 12_000),
    attemptedAt: iso(now - 12_000),
    nextCheckAt: iso(now + 48_000),
    held: null,
    problem: null,
    ...change,
  };
}

interface World {
  readonly systems?: readonly System[];
  readonly selectedId?: string;
  readonly certificates?: readonly Certificate[];
  readonly machines?: readonly Machine[];
  readonly machinesChange?: Partial<MachinesState>;
  readonly settings?: Partial<Settings>;
  readonly vault?: VaultState;
}

/** A main with some state, enough to drive every screen of the frame; tests answer the rest. */
export function createWorld(world: World = {}) {
  let systems = [...(world.systems ?? [])];
  let selectedId = world.selectedId ?? systems[0]?.id ?? null;
  let certificates = [...(world.certificates ?? [])];
  let settings: Settings = {
    theme: 'light',
    language: 'en',
    sidebarCollapsed: false,
    ...world.settings,
  };
  let vault: VaultState = world.vault ?? {
    state: 'ready',
    protection: 'keychain',
    keychainProblem: null,
  };
  const systemsState = () => ({ systems, selectedId });
  const machinesState = (systemId: string) =>
    machinesOf(systemId, [...(world.machines ?? [])], world.machinesChange);
  const ready = (): VaultState => ({ ...vault, state: 'ready', protection: 'passphrase' });
  const setVault = (next: VaultState) => {
    vault = next;
    bridge.emit('vault.changed', vault);
    return vault;
  };

  const bridge = createFakeBridge({
    'app.takeOpenedFile': () => null,
    'app.finishOpenedFiles': () => undefined,
    'support.crashes': () => [],
    'app.background': () => ({ login: 'as-set', hasTray: true }),
    'app.info': () => ({
      version: '0.1.0',
      host: 'web',
      platform: 'linux x64',
      dataFolder: '/data/compute-desk',
      environment: [],
      damage: null,
      runtime: { node: '24.21.0', sqlite: '3.50.4' },
    }),
    'policy.snapshot': () => noPolicy,
    'backups.snapshot': () => ({ ...noBackups }),
    'unreadableRows.snapshot': () => [],
    'toolRequests.snapshot': () => [],
    'toolForms.snapshot': () => [],
    'toolServers.snapshot': () => [],
    'programs.snapshot': () => ({
      ...{ on: false, address: null, problem: null, locked: false, programs: [], requests: [] },
    }),
    'updates.snapshot': () => ({ ...noUpdates }),
    'dataPlace.snapshot': () => ({ ...unmovedData }),
    'vault.snapshot': () => vault,
    'vault.setPassphrase': () => setVault(ready()),
    'vault.unlock': ({ passphrase }) => {
      if (passphrase !== 'open sesame') throw new AppError('vault-wrong-passphrase');
      return setVault(ready());
    },
    'vault.confirm': ({ passphrase }) => {
      if (passphrase !== 'open sesame') throw new AppError('vault-wrong-passphrase');
      return { confirmation: 'typed again' };
    },
    'vault.active': () => undefined,
    'vault.lock': () => setVault({ ...vault, state: 'locked' }),
    'settings.snapshot': () => settings,
    'unsaved.snapshot': () => ({ messages: 0, problem: null }),
    'settings.update': (change) => {
      settings = { ...settings, ...change };
      bridge.emit('settings.changed', settings);
      return settings;
    },
    'systems.snapshot': systemsState,
    'systems.select': ({ id }) => {
      selectedId = id;
      bridge.emit('systems.changed', systemsState());
    },
    'systems.checkAddress': ({ text }) =>
      text.trim() === ''
        ? { address: null, problem: 'empty', removed: [], realmPath: null }
        : URL.canParse(text)
          ? { address: text.replace(/\/+$/, ''), problem: null, removed: [], realmPath: null }
          : { address: null, problem: 'not-a-url', removed: [], realmPath: null },
    'trial.reach': () => ({ reached: true, fits: true, provider: null, problem: null }),
    'trial.tryOut': () => ({ failed: null, machines: null }),
    'systems.add': (input) => {
      const added = system(`s${systems.length + 1}`, input.name, { ...input, authorities: [] });
      systems = [...systems, added];
      bridge.emit('systems.changed', systemsState());
      return added;
    },
    'systems.update': ({ id, authorities: _authorities, ...change }) => {
      systems = systems.map((one) => (one.id === id ? { ...one, ...change } : one));
      bridge.emit('systems.changed', systemsState());
      const changed = systems.find((one) => one.id === id);
      if (!changed) throw new AppError('not-found');
      return changed;
    },
    'systems.remove': ({ id }) => {
      systems = systems.filter((one) => one.id !== id);
      selectedId = systems[0]?.id ?? null;
      bridge.emit('systems.changed', systemsState());
    },
    'certificates.snapshot': () => ({ certificates }),
    'certificates.discard': () => undefined,
    'certificates.remove': ({ id }) => {
      certificates = certificates.filter((one) => one.id !== id);
      bridge.emit('certificates.changed', { certificates });
    },
    'machines.snapshot': ({ systemId }) => machinesState(systemId),
    'machines.refresh': () => undefined,
    'machineHistory.availability': () => ({
      from: Date.now() - day,
      to: Date.now(),
      generatedUntil: null,
      machines: [],
    }),
    'machineHistory.bar': () => [],
    'machineHistory.bars': ({ machines }) => machines.map(() => []),
    'machineHistory.statuses': () => [],
    'machineHistory.api': () => ({ cells: [], outages: [] }),
    'machineHistory.page': () => ({ transitions: [], incidents: [], days: [], fields: [] }),
    'machineChoices.snapshot': ({ systemId }) => ({
      systemId,
      view: { cards: false, columns: null },
      machines: [],
      meanings: [],
      polling: { every: 60, troubled: 30 },
    }),
    'maintenance.snapshot': ({ systemId }) => ({ systemId, windows: [], calendars: [] }),
    'machineHistory.calendar': () => ({ incidents: [], planned: [], more: false }),
    'notifications.snapshot': () => ({ rule: noticeRule, past: [], by: 'page', failed: false }),
    'conversations.snapshot': () => [],
    'genai.snapshot': ({ systemId }) => ({
      systemId,
      portal: { keysUrl: null, usageUrl: null },
      keys: [],
      selectedKeyId: null,
      keyless: false,
      models: [],
      terms: null,
      modelsFetchedAt: null,
      fetchingModels: false,
      problem: null,
    }),
    'clients.snapshot': ({ systemId }) => ({
      systemId,
      realm: 'none',
      ways: ['kept'],
      settings: { webInterfaceUrl: null, registrationUrl: null, hasInitialAccessToken: false },
      clients: [],
      hasMore: false,
      problem: null,
    }),
  });

  return {
    bridge,
    keepCertificate(kept: Certificate) {
      certificates = [...certificates, kept];
      bridge.emit('certificates.changed', { certificates });
      return kept;
    },
  };
}
