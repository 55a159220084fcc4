import { chooseLanguage, type Language } from '../common/texts/language.ts';
import type { CallResult } from '../preload/contract/bridge.ts';
import {
  type AllHandlers,
  contract,
  type Emit,
  type EventName,
  type Sender,
} from '../preload/contract/index.ts';
import type { Host } from './base/host.ts';
import { openMemoryDatabase, type StorageMethods } from './base/storage/database.ts';
import type { Damage } from './base/storage/types.ts';
import { connectWorker } from './base/workers/connect.ts';
import type { Answers } from './calls.ts';
import { createAttachments } from './chat/attachments/index.ts';
import { createConversations } from './chat/conversations/index.ts';
import { createPresets } from './chat/presets/index.ts';
import { createPrompts } from './chat/prompts/index.ts';
import { createGenai } from './chat/service/index.ts';
import { createToolServers } from './chat/tool-servers/index.ts';
import { createTools, machineHistoryTool, workTools } from './chat/tools/index.ts';
import { createChat } from './chat/turns/index.ts';
import { createDemo, followDemo } from './demo/launcher/index.ts';
import { createDoctor } from './doctor/examination/index.ts';
import { createSupport } from './doctor/support/index.ts';
import { hostCalls } from './host-calls.ts';
import { createMachineArchive } from './machines/archive/index.ts';
import { createMachineChoices } from './machines/choices/index.ts';
import { createMachineHistory, withGeneratedStarts } from './machines/history/index.ts';
import { createMaintenance, type MaintenanceMethods } from './machines/maintenance/index.ts';
import { createMachines, type Machines } from './machines/monitor/index.ts';
import { createNotifications } from './machines/notifications/index.ts';
import { type Opened, openAccess, openBase } from './open-base.ts';
import { createBackups } from './settings/backups/index.ts';
import { createDataPlace } from './settings/data-place/index.ts';
import type { createSettings } from './settings/preferences/index.ts';
import { createUpdates } from './settings/updates/index.ts';
import { createClients } from './systems/clients/index.ts';
import { createConnections } from './systems/connections/index.ts';
import { createSystemFiles } from './systems/files/index.ts';
import { createLinks } from './systems/links/index.ts';
import { createServiceSignIn } from './systems/sign-in/index.ts';
import { createTrial } from './systems/trial/index.ts';
import { createComputeApis } from './work/apis.ts';
import { createRemoteCommands } from './work/commands/index.ts';
import { createApiConsole, type DescriptionMethods } from './work/console/index.ts';
import { createFilesRoom } from './work/files/index.ts';
import { createFindOut } from './work/find-out.ts';
import { createJobs } from './work/jobs/index.ts';
import { createPrograms } from './work/programs/index.ts';
import { createSsh } from './work/ssh/index.ts';

/** The core for a host. */
export interface App {
  /** Handles every call: refuses undeclared calls, validates input, never throws. */
  call(name: string, input: unknown, sender: Sender): Promise<CallResult>;
  /** Every event for every window. */
  onEvent(listener: (name: EventName, payload: unknown) => void): () => void;
  /** The outcome of repairing a damaged database; null if it was sound. */
  readonly damage: Damage | null;
  /** Language and theme for the host's own menus and windows. */
  readonly settings: Pick<ReturnType<typeof createSettings>, 'current' | 'update'>;
  /** Machine states and the user's pause, for the tray. */
  readonly machines: Pick<Machines, 'overview' | 'pause'>;
  /** See `OpenedVault`. */
  readonly offerKeychain: (mayPrompt: boolean) => Promise<void>;
  /** Whether notifications are turned on for any system. */
  readonly notifies: () => boolean;
  /** Puts a system on screen. @throws AppError `no-system` */
  readonly select: (systemId: string) => void;
  /** Sends a host's own event, such as a menu's command. */
  readonly emit: Emit;
  /** Handles a URL of the app's protocol from the operating system; true if a sign-in accepted it. */
  receiveUrl(url: string): boolean;
  close(): Promise<void>;
}

/** Connects the domains; no other module knows all of them. */
// Stays long: one line per domain with its dependencies, without logic.
export async function createApp(
  opened: Opened,
): Promise<Omit<App, 'call' | 'onEvent'> & { readonly answers: Answers }> {
  const { host, settings, systems, database } = opened;
  const { log, workers, paths } = host;
  const startStorage = () => connectWorker<StorageMethods>(workers.start('storage'));
  const shared = await openBase(opened);
  const { vault, network, policy, emit } = shared;

  const connections = await createConnections({ ...shared, systems });
  const demo = createDemo({ systems, workers, log, dataFolder: paths.data });
  const links = createLinks({ systems, connections, network, vault, policy, demo });
  const attachments = createAttachments({ folder: paths.data });
  // In parallel: each separate wait costs a turn of the event loop, which is busy while the window opens.
  const opening = openAccess(host, { ...shared, systems, links }, settings.current);
  const [{ certificates, signIn, access }, meanings, maintenance, genai, conversations] =
    await Promise.all([
      opening,
      createMachineChoices(shared),
      opening.then(({ access }) =>
        createMaintenance({
          ...shared,
          systems,
          links,
          access,
          startWorker: () => connectWorker<MaintenanceMethods>(workers.start('maintenance')),
        }),
      ),
      createGenai({ ...shared, systems, links }),
      createConversations({
        ...shared,
        systems,
        attachments,
        ...(host.printing && { printing: host.printing }),
        openMemory: () => openMemoryDatabase(startStorage()),
      }),
    ]);
  const notifications = await createNotifications({
    ...shared,
    systems,
    meanings,
    own: host.notifications,
    planned: maintenance.underWay,
    language: () => languageOf(host, settings.current().language),
  });
  followDemo({ demo, systems, certificates, genai });
  const history = createMachineHistory({
    ...shared,
    meanings,
    maintenance,
    retention: settings.current,
  });
  const machines = createMachines({
    ...shared,
    systems,
    links,
    access,
    history,
    meanings,
    notifications,
    checked: maintenance.checked,
    onSleep: host.onSleep,
    onScreenLocked: host.onScreenLocked,
    onMetered: () => settings.current().checkOnMetered !== false,
  });
  settings.onChange(machines.followLine);
  const systemFiles = createSystemFiles({ systems, links, genai, signIn, files: host.files });
  const clients = createClients({
    ...shared,
    systems,
    links,
    access,
    sessions: signIn,
    clipboard: host.clipboard ?? null,
  });
  const localNetworkIsGuarded = host.kind === 'electron' && host.platform.startsWith('darwin');
  const doctor = createDoctor({
    ...shared,
    links,
    access,
    connections,
    certificates,
    signIn,
    genai,
    localNetworkIsGuarded,
  });
  const seenMachines = withGeneratedStarts(machines, history);
  const tools = await createTools({ ...shared, machines: seenMachines });
  const chat = createChat({
    ...shared,
    systems,
    conversations,
    genai,
    tools,
    attachments,
    titledByModel: () => settings.current().titles === 'model',
  });
  tools.register([machineHistoryTool(history), ...chat.tools]);
  const toolServers = await createToolServers({
    ...shared,
    systems,
    links,
    access,
    signIn: createServiceSignIn({
      ...shared,
      host,
      language: () => settings.current().language,
    }),
    tools,
    attachments,
    version: host.version,
  });
  const backups = createBackups({ ...host, ...shared, startStorage });
  const updates = createUpdates({ ...host, ...shared });
  const ssh = createSsh({ ...shared, systems, events: opened.events });
  const apis = createComputeApis({ ...shared, systems, access, ssh });
  const jobs = createJobs({
    ...shared,
    systems,
    apis,
    links,
    notices: notifications,
    kept: settings.current,
    paths,
    rest: machines.rest,
  });
  const files = createFilesRoom({ ...host, ...shared, apis });
  const apiConsole = createApiConsole({
    ...host,
    ...shared,
    ...{ systems, links, apis },
    sessions: signIn,
    kept: settings.current,
    startWorker: () => connectWorker<DescriptionMethods>(workers.start('descriptions')),
  });
  tools.register(workTools({ jobs: jobs.latest, readFile: files.readText, ...jobs }));
  const remoteCommands = createRemoteCommands({ ...shared, apis });
  const programs = createPrograms({
    ...host,
    ...{ ...shared, systems, links, access, genai, history, apis, jobs, ssh },
    machines: seenMachines,
    conversations: conversations.stores.onDisk,
    sessions: signIn,
    kept: settings.current,
  });
  const presets = createPresets(shared);
  const prompts = createPrompts(shared);

  const leaving = [
    doctor,
    jobs,
    notifications,
    connections,
    genai,
    clients,
    signIn,
    conversations,
    chat,
    files,
    apiConsole,
    remoteCommands,
    ssh,
    programs,
    toolServers,
    demo,
  ];
  systems.storeWithNew(connections.storeWithSystem);
  for (const { forget } of leaving) systems.beforeRemove(forget);
  demo.resume(opened.demo);

  const handlers: AllHandlers = {
    app: hostCalls(host, database.damage),
    vault: vault.calls,
    policy: policy.calls,
    backups: backups.calls,
    updates: updates.calls,
    unreadableRows: { snapshot: async () => [...database.unreadableRows.all()] },
    dataPlace: createDataPlace({ ...host, startStorage, emit }).calls,
    settings: settings.calls,
    systems: {
      ...systems.calls,
      ...demo.calls,
      ...createFindOut({ systems, apis }).calls,
    },
    trial: createTrial({ ...shared, certificates, connections }).calls,
    systemFiles: systemFiles.calls,
    connections: connections.calls,
    certificates: certificates.calls,
    machines: machines.calls,
    machineHistory: history.calls,
    machineChoices: meanings.calls,
    maintenance: maintenance.calls,
    notifications: notifications.calls,
    machineArchive: createMachineArchive({ ...shared, history, systems }).calls,
    genai: genai.calls,
    usage: genai.usageCalls,
    ...conversations.calls,
    ...chat.calls,
    presets: presets.calls,
    attachments: attachments.calls,
    clients: clients.calls,
    session: signIn.calls,
    doctor: doctor.calls,
    support: createSupport({ ...shared, host, settings, certificates, systems, doctor }).calls,
    tools: tools.calls,
    toolRequests: tools.requestCalls,
    toolForms: toolServers.formCalls,
    toolServers: toolServers.calls,
    prompts: prompts.calls,
    jobs: jobs.calls,
    unseenJobs: jobs.unseenCalls,
    files: files.calls,
    remoteCommands: remoteCommands.calls,
    ssh: ssh.calls,
    programs: programs.calls,
    programCalls: programs.listCalls,
    apiConsole: apiConsole.calls,
    consoleOperations: apiConsole.operationCalls,
    consoleExchange: apiConsole.exchangeCalls,
    consoleHistory: apiConsole.historyCalls,
  };

  return {
    answers: { declared: contract, handlers },
    damage: database.damage,
    settings,
    machines,
    emit,
    notifies: notifications.wantedOfAny,
    select: systems.select,
    offerKeychain: vault.offerKeychain,
    receiveUrl: signIn.receiveUrl,
    async close() {
      opened.events.close();
      const first = [
        backups,
        updates,
        doctor,
        jobs,
        programs,
        files,
        apiConsole,
        remoteCommands,
        ssh,
        chat,
        toolServers,
        conversations,
        machines,
        maintenance,
      ];
      const last = [clients, links, certificates, network, demo, vault, database];
      for (const part of [...first, notifications, signIn, genai, ...last]) await part.close();
    },
  };
}

/** Returns the language of the host's own texts. */
function languageOf(host: Host, setting: 'system' | Language): Language {
  return chooseLanguage(host.preferredLanguages?.() ?? [], setting);
}
