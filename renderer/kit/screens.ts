import {
  BadgeCheck,
  BookText,
  Cpu,
  KeyRound,
  type LucideIcon,
  MessageSquare,
  Server,
  Settings,
} from 'lucide-react';
import { menuEntries } from '../../preload/contract/menu.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import type { FirstTextKey } from '../i18n/index.ts';

interface ScreenDeclaration {
  /** Its name in the sidebar, the palette, the list of keys and the window's title. */
  readonly text: FirstTextKey;
  readonly icon: LucideIcon;
  /** Where it stands in the sidebar, or that it is gone to from elsewhere. */
  readonly sidebar: 'top' | 'bottom' | 'nowhere';
  /** In the form of `KeyHint`. */
  readonly keys?: string;
  /** What an address may name beyond the screen, by its id. */
  readonly item?: string;
  /** What stands in an address that names no item; without it, the address has nothing there. */
  readonly noItem?: string;
  /** It shows the selected system, and starts afresh when another one is selected. */
  readonly ofSystem?: boolean;
  /** It can be gone to before a system is set up. */
  readonly withoutSystem?: boolean;
  /** Whether the system has not the service that it shows: it says so, and its place is behind the others. */
  readonly lacking?: (system: System) => boolean;
}

/**
 * Every screen, in the order of the sidebar. What draws it is `renderer/features/<subject>/<id>/screen.tsx`; sidebar,
 * addresses, keys and palette follow from here. `mod+5` is kept for the API console, so that no key
 * changes its meaning.
 */
export const screens = {
  machines: {
    text: 'frame.screens.machines',
    icon: Cpu,
    sidebar: 'top',
    keys: 'mod+1',
    /** The name of the machine whose detail is open. */
    item: 'machine',
    ofSystem: true,
    lacking: ({ webApiUrl }) => webApiUrl === '',
  },
  chat: {
    text: 'frame.screens.chat',
    icon: MessageSquare,
    sidebar: 'top',
    keys: 'mod+2',
    /** None: a conversation that begins with its first message. */
    item: 'conversationId',
    ofSystem: true,
    lacking: ({ genaiUrl }) => genaiUrl === null,
  },
  clients: {
    text: 'frame.screens.clients',
    icon: KeyRound,
    sidebar: 'top',
    keys: 'mod+3',
    /** The id (not the Client ID) of the client that is open. */
    item: 'clientId',
    ofSystem: true,
    // Clients can be kept here without an identity provider, but not for nothing to call.
    lacking: ({ webApiUrl, authUrl }) => webApiUrl === '' && authUrl === null,
  },
  certificates: {
    text: 'frame.screens.certificates',
    icon: BadgeCheck,
    sidebar: 'top',
    keys: 'mod+4',
    /** The certificate that is pointed out. */
    item: 'certificateId',
  },
  guide: {
    text: 'frame.screens.guide',
    icon: BookText,
    sidebar: 'bottom',
    keys: menuEntries.guide.keys,
    /** The page that is read, by the name of its file; none: the first one. */
    item: 'page',
    withoutSystem: true,
  },
  settings: {
    /** `restore`: the dialog that takes a backup stands open. */
    item: 'part',
    text: 'frame.screens.settings',
    icon: Settings,
    sidebar: 'bottom',
    keys: 'mod+6',
    // a backup is restored into a fresh install
    withoutSystem: true,
  },
  systems: {
    text: 'frame.screens.systems',
    icon: Server,
    sidebar: 'nowhere',
    /** None: the form sets up a new one. */
    item: 'systemId',
    noItem: 'new',
  },
} as const satisfies Readonly<Record<string, ScreenDeclaration>>;

export type Screen = keyof typeof screens;

/** The screen that a window begins with, and that an unknown address leads to. */
export const home = 'machines' satisfies Screen;

export const screenIds = Object.keys(screens) as Screen[];

/** The screens of a place in the sidebar, those that the system has nothing for behind the others. */
export function screensAt(place: 'top' | 'bottom', system: System | null): Screen[] {
  const all = screenIds.filter((id) => screenOf(id).sidebar === place);
  const isLacking = (id: Screen) => system !== null && screenOf(id).lacking?.(system) === true;
  return [...all.filter((id) => !isLacking(id)), ...all.filter(isLacking)];
}

/** Where work with a system begins: its first screen that has something to show. */
export function firstScreen(system: System): 'machines' | 'chat' {
  return screens.machines.lacking(system) ? 'chat' : 'machines';
}

/** Without the types of the single screens, for what treats all alike. */
export function screenOf(id: Screen): ScreenDeclaration {
  return screens[id];
}

export function isScreen(id: string): id is Screen {
  return Object.hasOwn(screens, id);
}

/** What a declaration's `item` adds to a place. */
type ItemOf<Declaration> = Declaration extends { readonly item: infer Name extends string }
  ? { readonly [Key in Name]?: string }
  : unknown;

/** Where the window is. It stands in the URL's fragment, so that a reload stays there. */
export type Route = {
  [Id in Screen]: { readonly screen: Id } & ItemOf<(typeof screens)[Id]>;
}[Screen];
