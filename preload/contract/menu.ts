interface MenuEntry {
  /** Its menu; a Mac has the application menu. */
  readonly menu: 'application' | 'file' | 'view' | 'help';
  /** `mod` is Ctrl, or ⌘ on a Mac: `mod+shift+k`. */
  readonly keys: string;
  /** The window handles the keys itself, in a browser too; the menu only shows them. */
  readonly inWindow: boolean;
}

/** Entries of a host's own menu, each by the id of a screen or a command of the window (renderer/kit), in order. */
export const menuEntries = {
  new: { menu: 'file', keys: 'mod+n', inWindow: false },
  print: { menu: 'file', keys: 'mod+p', inWindow: true },
  lock: { menu: 'file', keys: 'mod+l', inWindow: false },
  settings: { menu: 'application', keys: 'mod+,', inWindow: false },
  palette: { menu: 'view', keys: 'mod+k', inWindow: true },
  doctor: { menu: 'view', keys: 'mod+shift+x', inWindow: true },
  guide: { menu: 'help', keys: 'f1', inWindow: true },
} as const satisfies Readonly<Record<string, MenuEntry>>;

export type MenuId = keyof typeof menuEntries;
export const menuIds = Object.keys(menuEntries) as [MenuId, ...MenuId[]];
