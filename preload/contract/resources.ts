import type { ResourceUpdate } from './index.ts';

/**
 * The content of each resource's event for windows, which do not load the schemas. A difference from the contract does
 * not compile.
 */
export const resourceUpdates: ResourceUpdate = {
  policy: 'nothing',
  backups: 'whole',
  dataPlace: 'whole',
  updates: 'whole',
  unreadableRows: 'whole',
  settings: 'whole',
  vault: 'whole',
  systems: 'whole',
  connections: 'whole',
  certificates: 'whole',
  machines: 'whole',
  machineChoices: 'whole',
  maintenance: 'whole',
  notifications: 'key',
  session: 'whole',
  doctor: 'whole',
  genai: 'whole',
  usage: 'key',
  clients: 'whole',
  conversations: 'item',
  folders: 'whole',
  tree: 'key',
  newDraft: 'whole',
  unsaved: 'whole',
  presets: 'whole',
  prompts: 'whole',
  tools: 'whole',
  jobs: 'key',
  unseenJobs: 'whole',
  files: 'whole',
  remoteCommands: 'whole',
  ssh: 'whole',
  programs: 'whole',
  programCalls: 'key',
};
