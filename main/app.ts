import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallResult } from '../preload/contract/bridge.ts';
import { AppError } from '../preload/contract/errors.ts';
import type { Emit, EventName, Sender } from '../preload/contract/index.ts';
import { createAttachments } from './attachments/index.ts';
import { createCalls } from './calls.ts';
import { createCertificates } from './certificates/index.ts';
import { createChat } from './chat/index.ts';
import { adminUrlOf, createClients } from './clients/index.ts';
import { createConversations } from './conversations/index.ts';
import { safeFileName } from './file-name.ts';
import { createGenai } from './genai/index.ts';
import type { Host, SettingsFile } from './host.ts';
import { createNetwork } from './network/index.ts';
import { openExternal } from './open-external.ts';
import { createPresets } from './presets/index.ts';
import { createPrompts } from './prompts/index.ts';
import { createSettings } from './settings/index.ts';
import { createSignIn } from './sign-in/index.ts';
import { openDatabase } from './storage/database.ts';
import { keepInPlace } from './storage/in-place.ts';
import { createVault } from './storage/vault/index.ts';
import {
  createDemoLauncher,
  createDemoOpener,
  createSystems,
  demoSystemId,
  type Systems,
} from './systems/index.ts';
import { createTools } from './tools/index.ts';
import { createMachines } from './web-api/index.ts';
import { connectWorker } from './workers/connect.ts';

/** The host gets this long to show its window before machines are checked, ms. */
const startTime = 300;

/** The core, as a host sees it. */
export interface App {
  /** The one way in: refuses what the contract does not declare, validates, never throws. */
  call(name: string, input: unknown, sender: Sender): Promise<CallResult>;
  /** Every event for every window. */
  onEvent(listener: (name: EventName, payload: unknown) => void): () => void;
  /** The language and theme that the host's own menus and windows follow. */
  readonly settings: Pick<ReturnType<typeof createSettings>, 'current'>;
  /** Sends a host's own event, such as a menu's command. */
  readonly emit: Emit;
  /** An address of the app's protocol that the operating system handed over; true when a sign-in took it. */
  receiveUrl(url: string): boolean;
  close(): Promise<void>;
}

/** Wires the domains together: the only place that knows them all. */
export async function createApp(
  host: Host,
  options: { demo?: boolean; validateOutput?: boolean } = {},
): Promise<App> {
  const { log, workers, paths } = host;
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  const emit: Emit = (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  };

  const database = await openDatabase(
    connectWorker(workers.start('storage')),
    join(paths.data, 'compute-desk.sqlite'),
  );
  const inPlace = keepInPlace(paths.data);
  const file: SettingsFile = {
    get: host.settings.get,
    set(key, value) {
      inPlace();
      host.settings.set(key, value);
    },
  };
  const settings = createSettings({ file, emit });
  const vault = await createVault({
    folder: paths.data,
    keychain: host.keychain,
    database,
    emit,
    autoLock: { settings: settings.current, onComputerLocked: host.onComputerLocked },
  });
  const network = createNetwork({ log });
  const demo = createDemoLauncher({ workers, dataFolder: paths.data, log });

  const prepareDemo = createDemoOpener({
    demo,
    systems: () => systems,
    importCertificate: (file) => certificates.importFile(file),
    addApiKey: (systemId, name, key) => genai.calls.addKey({ systemId, name, key }, { id: 'demo' }),
  });
  const openDemo = async () => {
    const system = await prepareDemo();
    systems.select(system.id);
    return system;
  };

  const systems: Systems = await createSystems({
    database,
    network,
    settings: file,
    emit,
    openDemo,
    async onRemove(id) {
      await genai.forget(id);
      await clients.forget(id);
      await signIn.forget(id);
      await conversations.forget(id);
      await chat.forget(id);
      if (id === demoSystemId) await demo.close();
    },
  });
  const certificates = await createCertificates({
    database,
    vault,
    systems,
    startWorker: () => connectWorker(workers.start('certificates')),
    files: host.files,
    settings: file,
    emit,
  });

  const signIn = createSignIn({
    systems,
    certificates,
    async preset(systemId) {
      const { kind } = systems.get(systemId);
      return kind === 'demo' ? (await demo.start()).oauthClient : null;
    },
    network,
    vault,
    database,
    host,
    language: () => settings.current().language,
    emit,
    log,
  });

  // The first call by TLS reads the operating system's authorities, which holds main up for 100 ms.
  const shown = delay(startTime, undefined, { ref: false });
  const access = async (systemId: string) => {
    await shown;
    const system = systems.get(systemId);
    if (system.kind === 'demo') await prepareDemo();
    // The demo's addresses may have changed with its start.
    const { webApiUrl, authorities, certificateId, route } = systems.get(systemId);
    const authorization = signIn.authorization(systemId);
    if (authorization !== null) {
      const unavailable = await signIn.unavailable(systemId);
      if (unavailable !== null) throw unavailable;
    }
    const presents =
      certificateId !== null && (route !== 'token' || signIn.isCertificateBound(systemId));
    return {
      baseUrl: webApiUrl,
      authorities: authorities.map(({ pem }) => pem),
      identity: presents ? await certificates.identity(certificateId) : null,
      authorization,
    };
  };
  const registration = async (systemId: string) => {
    const system = systems.get(systemId);
    if (system.kind !== 'demo') return null;
    const { registrationEndpoint, initialAccessToken } = await demo.start();
    return {
      endpoint: registrationEndpoint,
      initialAccessToken,
      authorities: system.authorities.map(({ pem }) => pem),
      identity: null,
    };
  };

  const machines = await createMachines({ systems, access, network, database, emit, log });
  // What was locked or missing may be there now: the machines are asked again.
  listeners.add((name) => {
    if (name === 'vault.changed' || name === 'certificates.changed') machines.accessChanged();
  });
  signIn.onAvailable((systemId) => {
    if (systems.get(systemId).route !== 'certificate') machines.accessChanged();
  });
  listeners.add((name) => {
    if (name !== 'vault.changed') return;
    if (vault.state().state === 'locked') network.forgetIdentities();
    signIn.vaultChanged();
    machines.accessChanged();
  });
  const genai = await createGenai({
    systems,
    network,
    vault,
    database,
    emit,
    files: host.files,
    log,
  });
  const tools = await createTools({
    database,
    emit,
    now: () => new Date(),
    async machineStates(systemId) {
      const { machines: seen, checkedAt } = await machines.calls.snapshot(
        { systemId },
        { id: 'tools' },
      );
      return {
        checkedAt,
        machines: seen.map(({ name, status, state, since }) => ({ name, status, state, since })),
      };
    },
  });
  const openMemory = async () => {
    const memory = await openDatabase(connectWorker(workers.start('storage')), ':memory:');
    // Not even a large sort may leave the memory.
    await memory.all('PRAGMA temp_store = MEMORY');
    return memory;
  };
  const attachments = createAttachments({ folder: paths.data });
  const conversations = await createConversations({
    systems,
    attachments,
    files: host.files,
    database,
    openMemory,
    emit,
    log,
  });
  const chat = createChat({
    conversations,
    genai,
    tools,
    attachments,
    database,
    emit,
    log,
    titledByModel: () => settings.current().titles === 'model',
  });
  tools.register(chat.tools);
  const own: Sender = { id: 'clients' };
  const clients = await createClients({
    systems,
    registration,
    async admin(systemId) {
      const provider = await signIn.providerToken(systemId);
      if (provider === null) return null;
      const url = adminUrlOf(provider.issuer);
      if (url === null) throw new AppError('registration-unavailable');
      const { authorities, certificateId } = systems.get(systemId);
      const bound = certificateId !== null && signIn.isCertificateBound(systemId);
      return {
        url,
        token: provider.token,
        authorities: authorities.map(({ pem }) => pem),
        identity: bound ? await certificates.identity(certificateId) : null,
      };
    },
    signIn: {
      clientId: async (systemId) =>
        (await signIn.calls.snapshot({ systemId }, own)).settings.clientId,
      async use(systemId, { clientId, secret }) {
        await signIn.calls.updateSettings({ systemId, clientId, clientSecret: secret }, own);
      },
    },
    network,
    vault,
    database,
    files: host.files,
    clipboard: host.clipboard ?? null,
    emit,
    log,
  });

  signIn.onAvailable(clients.signedInChanged);

  const selected = systems.state().systems.find(({ id }) => id === systems.state().selectedId);
  if (options.demo === true) {
    openDemo().catch((cause: unknown) => log.error('demo-start-failed', cause));
  } else if (selected?.kind === 'demo') {
    prepareDemo().catch((cause: unknown) => log.error('demo-start-failed', cause));
  }

  const call = createCalls({
    handlers: {
      app: {
        info: async () => ({
          version: host.version,
          host: host.kind,
          platform: host.platform,
          dataFolder: paths.data,
          runtime: { ...host.runtime },
          environment: [...host.environment],
        }),
        openExternal: ({ url }) => openExternal(host, url),
        saveText: ({ name, text }, sender) =>
          host.files.save(
            { name: safeFileName(name), bytes: Buffer.from(text), secret: false },
            sender,
          ),
        takeOpenedFile: async () => host.takeOpenedFile?.() ?? null,
      },
      vault: vault.calls,
      settings: settings.calls,
      systems: systems.calls,
      certificates: certificates.calls,
      machines: machines.calls,
      genai: genai.calls,
      usage: genai.usage,
      ...conversations.calls,
      ...chat.calls,
      presets: createPresets({ database, emit }).calls,
      attachments: attachments.calls,
      clients: clients.calls,
      session: signIn.calls,
      tools: tools.calls,
      prompts: createPrompts({ database, files: host.files, emit }).calls,
    },
    log,
    validateOutput: options.validateOutput ?? false,
  });

  return {
    call,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settings,
    emit,
    receiveUrl: (url) => signIn.receiveUrl(url),
    async close() {
      listeners.clear();
      await chat.close();
      await conversations.close();
      await machines.close();
      await signIn.close();
      await genai.close();
      await clients.close();
      await certificates.close();
      await network.close();
      await demo.close();
      vault.close();
      await database.close();
    },
  };
}
