import {
  Ban,
  BookText,
  CalendarDays,
  ChartColumn,
  CheckCheck,
  ExternalLink,
  FileInput,
  FileOutput,
  Keyboard,
  KeyRound,
  LifeBuoy,
  Lock,
  type LucideIcon,
  MessageSquareText,
  MonitorCog,
  Pencil,
  Plug,
  Plus,
  Printer,
  RefreshCw,
  Search,
  Send,
  Settings2,
  ShieldCheck,
  SlidersHorizontal,
  SquareTerminal,
  Star,
  Stethoscope,
  TextSearch,
  Trash2,
  Wrench,
} from 'lucide-react';
import { menuEntries } from '../../../preload/contract/menu.ts';
import type { FirstTextKey } from '../../i18n/index.ts';
import { type Screen, screens } from '../screens.ts';

interface CommandDeclaration {
  /** Its name in the palette and the list of keys; `{{name}}` is the selected system. */
  readonly text: FirstTextKey;
  readonly icon: LucideIcon;
  /** In the form of `KeyHint`. */
  readonly keys?: string;
  /**
   * Where it applies: on a screen, whose parts offer it (`useOffer`) while it is available, or in the whole window,
   * which runs it itself (`renderer/app/useWindowCommands.ts`).
   */
  readonly on: Screen | 'window';
  /** Requested on another screen, it goes to its own first. */
  readonly opens?: boolean;
  /** It is available before a system is set up. */
  readonly withoutSystem?: boolean;
  /** A secondary text in the palette. */
  readonly note?: FirstTextKey;
  /** It needs an item from a list, as inserting needs a prompt: it has no entry of its own. */
  readonly takesItem?: boolean;
}

const chat = { on: 'chat', icon: screens.chat.icon } as const;
const panel = { on: 'chat', opens: true, note: screens.chat.text } as const;

/** All commands of the window, for the palette, keys, the host's menu and buttons, in the order of the palette. */
export const commands = {
  palette: {
    text: 'frame.shortcuts.palette',
    icon: Search,
    keys: menuEntries.palette.keys,
    on: 'window',
  },
  calendar: {
    text: 'machines.view.calendar',
    icon: CalendarDays,
    on: 'machines',
    opens: true,
    note: screens.machines.text,
  },
  'check-machines': { text: 'frame.palette.checkMachines', icon: RefreshCw, on: 'window' },
  session: { text: 'session.title', icon: ShieldCheck, on: 'window' },
  doctor: {
    text: 'common.checkConnection',
    icon: Stethoscope,
    keys: menuEntries.doctor.keys,
    on: 'window',
  },
  'create-client': { text: 'frame.palette.createClient', icon: Plus, on: 'clients', opens: true },
  'import-certificate': {
    text: 'frame.palette.importCertificate',
    icon: Plus,
    on: 'certificates',
    opens: true,
  },
  'add-system': { text: 'frame.system.add', icon: Plus, on: 'window' },
  sidebar: { text: 'frame.shortcuts.sidebar', icon: MonitorCog, keys: 'mod+b', on: 'window' },
  shortcuts: {
    text: 'frame.shortcuts.title',
    icon: Keyboard,
    keys: '?',
    on: 'window',
    withoutSystem: true,
  },
  lock: { text: 'frame.shortcuts.lock', icon: Lock, on: 'window', withoutSystem: true },
  support: { text: 'frame.shortcuts.support', icon: LifeBuoy, on: 'window', withoutSystem: true },
  'client-places': {
    text: 'frame.shortcuts.clientPlaces',
    icon: Settings2,
    on: 'clients',
    opens: true,
  },
  'client-web-interface': {
    text: 'frame.shortcuts.webInterface',
    icon: ExternalLink,
    on: 'window',
    note: screens.clients.text,
  },
  'edit-system': { text: 'frame.system.edit', icon: Pencil, on: 'window' },
  'save-system': { text: 'frame.system.save', icon: FileOutput, on: 'window' },
  'remove-system': { text: 'frame.system.remove', icon: Trash2, on: 'window' },

  new: { ...chat, text: 'conversations.commands.new', keys: 'mod+shift+o', opens: true },
  temporary: {
    ...chat,
    text: 'conversations.commands.temporary',
    keys: 'mod+shift+y',
    opens: true,
  },
  find: { ...chat, text: 'conversations.commands.find', icon: TextSearch, keys: 'mod+f' },
  search: { ...chat, text: 'conversations.commands.search', keys: 'mod+shift+f', opens: true },
  next: { ...chat, text: 'conversations.commands.next', keys: 'mod+]' },
  previous: { ...chat, text: 'conversations.commands.previous', keys: 'mod+[' },
  'next-branch': { ...chat, text: 'conversations.commands.next-branch', keys: 'mod+shift+.' },
  'previous-branch': {
    ...chat,
    text: 'conversations.commands.previous-branch',
    keys: 'mod+shift+,',
  },
  tree: { ...chat, text: 'conversations.commands.tree', keys: 'mod+shift+b' },
  /** Its keys work only in the message field. */
  'edit-last': { ...chat, text: 'conversations.commands.edit-last', keys: 'alt+up' },
  'edit-answer': { ...chat, text: 'conversations.commands.edit-answer' },
  'delete-last': { ...chat, text: 'conversations.commands.delete-last' },
  regenerate: { ...chat, text: 'conversations.commands.regenerate', keys: 'mod+shift+g' },
  /** In the message field it is Escape as well. */
  stop: { ...chat, text: 'conversations.commands.stop', keys: 'mod+.' },
  'copy-last': { ...chat, text: 'conversations.commands.copy-last', keys: 'mod+shift+c' },
  'copy-conversation': { ...chat, text: 'conversations.commands.copy-conversation' },
  'focus-composer': { ...chat, text: 'conversations.commands.focus-composer', keys: 'mod+i' },
  'toggle-list': { ...chat, text: 'conversations.commands.toggle-list', keys: 'mod+shift+s' },
  model: { ...chat, text: 'conversations.commands.model', keys: 'mod+shift+k' },
  'several-models': { ...chat, text: 'conversations.commands.several-models', keys: 'mod+shift+l' },
  parameters: {
    ...panel,
    text: 'conversations.commands.parameters',
    icon: SlidersHorizontal,
    keys: 'mod+shift+d',
  },
  rename: { ...chat, text: 'conversations.commands.rename', keys: 'f2' },
  'suggest-title': { ...chat, text: 'conversations.commands.suggest-title' },
  pin: { ...chat, text: 'conversations.commands.pin' },
  organise: { ...chat, text: 'conversations.commands.organise' },
  archive: { ...chat, text: 'conversations.commands.archive' },
  duplicate: { ...chat, text: 'conversations.commands.duplicate' },
  delete: { ...chat, text: 'conversations.commands.delete' },
  export: { ...chat, text: 'conversations.commands.export', keys: 'mod+shift+e' },
  print: {
    ...chat,
    text: 'conversations.commands.print',
    icon: Printer,
    keys: menuEntries.print.keys,
  },
  'save-pdf': { ...chat, text: 'conversations.commands.save-pdf', icon: FileOutput },
  'export-all': { ...chat, text: 'conversations.commands.export-all', opens: true },
  import: { ...chat, text: 'conversations.commands.import', opens: true },
  select: { ...chat, text: 'conversations.commands.select' },
  'archive-view': { ...chat, text: 'conversations.commands.archive-view', opens: true },
  'submit-job': { text: 'frame.jobs.submit', icon: Plus, on: 'jobs', opens: true },
  'refresh-jobs': { text: 'frame.jobs.refresh', icon: RefreshCw, on: 'jobs' },
  'find-job': { text: 'frame.jobs.find', icon: Search, keys: '/', on: 'jobs' },
  'jobs-seen': { text: 'frame.jobs.seen', icon: CheckCheck, on: 'jobs' },
  'cancel-jobs': { text: 'frame.jobs.cancel', icon: Ban, on: 'jobs' },
  'explain-job': { text: 'frame.jobs.explain', icon: MessageSquareText, keys: 'e', on: 'jobs' },
  'import-description': {
    text: 'frame.console.import',
    icon: FileInput,
    on: 'console',
    opens: true,
  },
  'find-operation': { text: 'frame.console.find', icon: Search, keys: 'mod+e', on: 'console' },
  'send-request': { text: 'frame.console.send', icon: Send, keys: 'mod+enter', on: 'console' },
  'save-request': { text: 'frame.console.save', icon: Star, keys: 'mod+s', on: 'console' },
  'run-command': { text: 'frame.files.command', icon: SquareTerminal, on: 'files', opens: true },
  prompts: { ...panel, text: 'prompts.title', icon: BookText },
  'insert-prompt': { ...panel, text: 'prompts.insert', icon: BookText, takesItem: true },
  tools: { ...panel, text: 'tools.title', icon: Wrench },
  keys: { ...panel, text: 'chat.keys.title', icon: KeyRound },
  usage: { ...panel, text: 'chat.usage', icon: ChartColumn },
  elsewhere: { ...panel, text: 'elsewhere.title', icon: Plug },
} as const satisfies Readonly<Record<string, CommandDeclaration>>;

export type CommandId = keyof typeof commands;

/** The commands that the window runs itself. */
export type WindowCommand = {
  [Id in CommandId]: (typeof commands)[Id]['on'] extends 'window' ? Id : never;
}[CommandId];

export const commandIds = Object.keys(commands) as CommandId[];

/** Without the types of the single commands, for code that treats all alike. */
export function commandOf(id: CommandId): CommandDeclaration {
  return commands[id];
}
