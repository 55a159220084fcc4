import {
  BadgeCheck,
  BookText,
  Cpu,
  Folders,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Plug,
  Server,
  Settings,
  SquareTerminal,
  Wrench,
} from 'lucide-react';
import { menuEntries } from '../../preload/contract/menu.ts';
import type { PolicyState } from '../../preload/contract/settings/policy.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import type { FirstTextKey } from '../i18n/index.ts';

interface ScreenDeclaration {
  /** Its name in the sidebar, the palette, the list of keys and the window's title. */
  readonly text: FirstTextKey;
  readonly icon: LucideIcon;
  /** Its position in the sidebar, or nowhere if it is opened from elsewhere. */
  readonly sidebar: 'top' | 'bottom' | 'nowhere';
  /** It is about who the user is, and who may act for them: below a line. */
  readonly access?: true;
  /** In the form of `KeyHint`. */
  readonly keys?: string;
  /** Name of the item that an address may add to the screen, by its id. */
  readonly item?: string;
  /** Placeholder in an address without an item; without it, the address has no such part. */
  readonly noItem?: string;
  /** It shows the selected system, and is mounted again when another one is selected. */
  readonly ofSystem?: boolean;
  /** It can be opened before a system is set up. */
  readonly withoutSystem?: boolean;
  /** Whether the system lacks the service of the screen: the screen says so, and comes last in its group. */
  readonly lacking?: (system: System) => boolean;
  /**
   * Whether the system has no such thing at all, or the operator has locked it: the screen is in no list, and its keys
   * do nothing.
   */
  readonly absent?: (system: System, policy: PolicyState | null) => boolean;
}

/**
 * All screens, in the order of the sidebar. `renderer/features/<subject>/<id>/screen.tsx` draws each; sidebar,
 * addresses, keys and palette follow from this list.
 */
export const screens = {
  machines: {
    text: 'frame.screens.machines',
    icon: Cpu,
    sidebar: 'top',
    keys: 'mod+1',
    /** The machine whose detail is open. */
    item: 'machine',
    ofSystem: true,
    lacking: ({ webApiUrl }) => webApiUrl === '',
  },
  jobs: {
    text: 'frame.screens.jobs',
    icon: ListChecks,
    sidebar: 'top',
    keys: 'mod+7',
    /** The key of the open job; `new` to submit one, `new:<id>` to begin with what was submitted before; `on:<machine>`. */
    item: 'job',
    ofSystem: true,
    absent: ({ computeApi }) => computeApi == null,
  },
  files: {
    text: 'frame.screens.files',
    icon: Folders,
    sidebar: 'top',
    keys: 'mod+8',
    /** The machine whose files are shown. */
    item: 'machine',
    ofSystem: true,
    absent: ({ computeApi }) => computeApi == null || computeApi.family === 'slurm',
  },
  chat: {
    text: 'frame.screens.chat',
    icon: MessageSquare,
    sidebar: 'top',
    keys: 'mod+2',
    /** None for a conversation that begins with its first message. */
    item: 'conversationId',
    ofSystem: true,
    lacking: ({ genaiUrl }) => genaiUrl === null,
  },
  console: {
    text: 'frame.screens.console',
    icon: SquareTerminal,
    sidebar: 'top',
    keys: 'mod+5',
    /** The description and the operation in it: `<id> GET /status`; or a saved request: `saved <id>`. */
    item: 'operation',
    ofSystem: true,
    absent: ({ webApiUrl }, policy) =>
      webApiUrl === '' || policy?.locks.some(({ lock }) => lock === 'noApiConsole') !== false,
  },
  clients: {
    text: 'frame.screens.clients',
    icon: KeyRound,
    sidebar: 'top',
    access: true,
    keys: 'mod+3',
    /** The id (not the Client ID) of the open client. */
    item: 'clientId',
    ofSystem: true,
    // Clients can be stored here without an identity provider, but are useless without a service to call.
    lacking: ({ webApiUrl, authUrl }) => webApiUrl === '' && authUrl === null,
  },
  certificates: {
    text: 'frame.screens.certificates',
    icon: BadgeCheck,
    sidebar: 'top',
    access: true,
    keys: 'mod+4',
    /** The highlighted certificate. */
    item: 'certificateId',
  },
  tools: {
    text: 'frame.screens.tools',
    icon: Wrench,
    sidebar: 'top',
    access: true,
    /** The open tool server; `app` for the app's own tools. */
    item: 'server',
  },
  programs: {
    text: 'frame.screens.programs',
    icon: Plug,
    sidebar: 'top',
    access: true,
  },
  guide: {
    text: 'frame.screens.guide',
    icon: BookText,
    sidebar: 'bottom',
    keys: menuEntries.guide.keys,
    /** The open page, by file name; none for the first one. */
    item: 'page',
    withoutSystem: true,
  },
  settings: {
    /** A section, by its id; `restore` opens the dialog that restores a backup. */
    item: 'part',
    text: 'frame.screens.settings',
    icon: Settings,
    sidebar: 'bottom',
    keys: 'mod+6',
    // a backup can be restored into a fresh install
    withoutSystem: true,
  },
  systems: {
    text: 'frame.screens.systems',
    icon: Server,
    sidebar: 'nowhere',
    /** None for a new system. */
    item: 'systemId',
    noItem: 'new',
  },
} as const satisfies Readonly<Record<string, ScreenDeclaration>>;

export type Screen = keyof typeof screens;

/** The first screen of a window, also for unknown addresses. */
export const home = 'machines' satisfies Screen;

export const screenIds = Object.keys(screens) as Screen[];

/** Returns the screens of a sidebar section; those without a service of the system come last in their group. */
export function screensAt(
  place: 'top' | 'bottom',
  system: System | null,
  policy: PolicyState | null,
): Screen[] {
  const all = screenIds.filter(
    (id) => screenOf(id).sidebar === place && !isAbsent(id, system, policy),
  );
  const isLacking = (id: Screen) => system !== null && screenOf(id).lacking?.(system) === true;
  const isAccess = (id: Screen) => screenOf(id).access === true;
  return [all.filter((id) => !isAccess(id)), all.filter(isAccess)].flatMap((group) => [
    ...group.filter((id) => !isLacking(id)),
    ...group.filter(isLacking),
  ]);
}

/** Returns the screen that a line stands above, of those that are shown in this order. */
export function belowLine(shown: readonly Screen[]): Screen | undefined {
  const first = shown.findIndex((id) => screenOf(id).access === true);
  return first > 0 ? shown[first] : undefined;
}

/** Returns whether there is no such screen for the selected system. @param policy null until it is known */
export function isAbsent(id: Screen, system: System | null, policy: PolicyState | null): boolean {
  const { absent } = screenOf(id);
  return absent !== undefined && (system === null || absent(system, policy));
}

/** Returns the start screen of a system: the first with content. */
export function firstScreen(system: System): 'machines' | 'chat' {
  return screens.machines.lacking(system) ? 'chat' : 'machines';
}

/** Without the types of the single screens, for code that treats all alike. */
export function screenOf(id: Screen): ScreenDeclaration {
  return screens[id];
}

export function isScreen(id: string): id is Screen {
  return Object.hasOwn(screens, id);
}

/** The part of a route declared by `item`. */
type ItemOf<Declaration> = Declaration extends { readonly item: infer Name extends string }
  ? { readonly [Key in Name]?: string }
  : unknown;

/** The window's location, stored in the URL's fragment, so that a reload keeps it. */
export type Route = {
  [Id in Screen]: { readonly screen: Id } & ItemOf<(typeof screens)[Id]>;
}[Screen];
