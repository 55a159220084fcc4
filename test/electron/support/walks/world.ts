import type { Locator } from 'playwright';
import { channels } from '../../../../preload/channels.ts';
import { type CommandId, commandOf } from '../../../../renderer/kit/commands/declared.ts';
import type { Window } from '../../../e2e/support/window.ts';
import type { Texts } from '../../../tour/texts.ts';
import type { callOf, Desk } from '../desk.ts';

/** A running app with the demo system in it, and what the walks look for. */
export interface World extends Window {
  readonly desk: Desk;
  readonly call: ReturnType<typeof callOf>;
  readonly systemId: string;
  readonly systemName: string;
  /** Of the conversation on screen. */
  readonly title: string;
  /** Of the demo's API key. */
  readonly keyName: string;
  /** A certificate of the demo: its name here, its file, what opens it. */
  readonly certificate: { readonly name: string; readonly path: string; readonly word: string };
  /** A folder with files to be chosen, by their names. */
  file(name: string): string;
}

/** Something that can lie over a screen, and how it is opened by keys. */
export interface Walk {
  /** As `overlaySites` names it. */
  readonly site: string;
  /** What of it, where there are several walks of one place. */
  readonly what?: string;
  readonly role?: 'dialog' | 'alertdialog';
  /** The words that name it: a key of the texts, or what is said without one. */
  readonly name: (t: Texts, world: World) => string;
  /** Opens it. @returns what has the focus before, and has to have it again when it has closed */
  readonly open: (world: World) => Promise<Locator>;
  /** What is said of its fields, by their names: keys of the texts. */
  readonly describes?: Readonly<Record<string, string>>;
  /** Does in it what fails or is refused, where that can be. */
  readonly fails?: (overlay: Locator, world: World) => Promise<void>;
  /** Takes back what `fails` did, where closing would ask about it. */
  readonly mend?: (overlay: Locator, world: World) => Promise<void>;
  /** What main does when it is closed, where the window waits for that. */
  readonly closes?: (world: World) => Promise<void>;
  /** Puts back what `open` changed beyond the overlay. */
  readonly after?: (world: World) => Promise<void>;
}

export const place = {
  chat: '#/chat',
  machines: '#/machines',
  files: '#/files',
  jobs: '#/jobs',
  programs: '#/programs',
  console: '#/console',
  clients: '#/clients',
  certificates: '#/certificates',
  settings: '#/settings',
} as const;

/** Shows a screen, as its address does. */
export async function show({ page, t }: World, screen: keyof typeof place): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place[screen]);
  const name = screen === 'clients' ? t('clients.title') : t(`frame.screens.${screen}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Shows the conversation. */
export async function showConversation({ page, title }: World): Promise<void> {
  if (await page.getByRole('heading', { level: 2, name: title }).isVisible()) return;
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place.chat);
  await page.locator('[data-row][draggable=true]', { hasText: title }).first().press('Enter');
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
}

/** Where messages are written. */
export const composerOf = ({ page, t }: World): Locator =>
  page.getByRole('textbox', { name: t('chat.composer.label'), exact: true });

/** Presses a button by keys. @returns it */
export async function press(world: World, key: string, of?: Locator): Promise<Locator> {
  const button = (of ?? world.page).getByRole('button', { name: world.t(key), exact: true });
  await button.first().press('Enter');
  return button.first();
}

/** Opens a menu by keys, and chooses an entry of it. @returns the menu's button */
export async function choose(world: World, trigger: Locator, key: string): Promise<Locator> {
  await trigger.press('Enter');
  const entry = world.page.getByRole('menuitem', { name: world.t(key) });
  await entry.first().press('Enter');
  return trigger;
}

/** Carries a command out from the palette, which was opened where messages are written. */
export function byPalette(id: CommandId): (world: World) => Promise<Locator> {
  return async (world) => {
    const { page, t, systemName } = world;
    await showConversation(world);
    await composerOf(world).focus();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('frame.palette.title') });
    const words = t(commandOf(id).text, { name: systemName });
    await palette.getByPlaceholder(t('frame.palette.placeholder')).fill(words);
    const option = palette.getByRole('option').filter({ hasText: words }).first();
    await option.waitFor();
    await page.keyboard.press('Enter');
    await palette.waitFor({ state: 'hidden' });
    return composerOf(world);
  };
}

/** Presses what opens the system's dialog for files, and answers it. @returns what was pressed */
export async function answerChooser(
  { page }: World,
  pressed: () => Promise<Locator>,
  path: string,
): Promise<Locator> {
  const chooser = page.waitForEvent('filechooser');
  const button = await pressed();
  await (await chooser).setFiles(path);
  return button;
}

/** Tells the window what main would tell: of what no test can bring about in a moment. */
export async function tell({ desk }: World, name: string, payload: object): Promise<void> {
  await desk.electron.evaluate(
    ({ BrowserWindow }, [channel, event, value]) => {
      BrowserWindow.getAllWindows()[0]?.webContents.send(channel, event, value);
    },
    [channels.event, name, payload] as const,
  );
}
