import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWindow } from '../../../e2e/support/window.ts';
import { conversationFile } from '../../../support/files/paper.ts';
import { answersAtOnce } from '../../../support/processes/running-app.ts';
import { demoCertificate } from '../../../support/worlds/demo-certificate.ts';
import { callOf, handOver, inLanguage, resizeDesk, startDesk } from '../desk.ts';
import type { sharedFolder } from '../shared.ts';
import { composerOf, showConversation, type World } from './world.ts';

const title = 'Kept';
const messages = ['A question', 'An answer', 'Where?', 'On [a page](https://example.org/path).'];

/** Another test's window that lies over this one would stop what moves in it, and what waits for that. */
const undisturbed = [
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
];

/** Each language is walked in a theme and a size of its own. */
export const worldLooks = [
  { language: 'en', theme: 'light', size: { width: 1280, height: 800 } },
  { language: 'ja', theme: 'dark', size: { width: 960, height: 640 } },
] as const;

/**
 * The app with the demo and a conversation that was answered here; a screen reader is there.
 * @param pictures the folder of its pictures, before its look
 */
export async function startWorld(
  shared: ReturnType<typeof sharedFolder>,
  look: (typeof worldLooks)[number],
  pictures: string,
): Promise<World> {
  const { language, theme, size } = look;
  const { folder } = shared;
  const dataFolder = shared.freshData();
  const given = join(folder, `given-${language}`);
  mkdirSync(join(given, 'project'), { recursive: true });
  writeFileSync(join(given, 'notes.txt'), 'words that were attached\n');
  writeFileSync(join(given, 'project', 'README.md'), '# Read me\n');
  writeFileSync(join(given, 'project', 'main.rs'), 'fn main() {}\n');

  const { args, env } = inLanguage(language);
  const desk = await startDesk({
    dataFolder,
    args: [...args, '--force-renderer-accessibility', ...undisturbed],
    env: { ...env, ...answersAtOnce },
  });
  const place = `electron/${pictures}-${language}-${theme}-${size.width}`;
  const window = inWindow(desk.page, place, language);
  await desk.page.emulateMedia({ colorScheme: theme });
  await resizeDesk(desk, size);
  // that window would have the focus too, and with it what only the focus shows
  const session = await desk.page.context().newCDPSession(desk.page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  const call = callOf(desk);
  await call('systems.openDemo');
  const { selectedId, systems } = await call<{
    selectedId: string;
    systems: { id: string; name: string; authorities: { pem: string }[]; certificateId: string }[];
  }>('systems.snapshot');
  const system = systems.find(({ id }) => id === selectedId);
  if (system === undefined) throw new Error('the demo did not open');
  writeFileSync(join(given, 'half.pem'), system.authorities.map(({ pem }) => pem).join('\n'));
  handOver();

  const { bytes } = conversationFile(title, messages);
  await desk.page.evaluate(`computeDesk.invoke('conversations.importFile', {
    systemId: ${JSON.stringify(selectedId)}, bytes: new Uint8Array(${JSON.stringify([...bytes])}),
  })`);
  await call('prompts.save', {
    id: null,
    name: 'Review',
    text: 'Review {{file}}',
    folder: '',
    tags: [],
  });
  const { certificates } = await call<{ certificates: { id: string; name: string }[] }>(
    'certificates.snapshot',
  );
  const { keys } = await call<{ keys: { name: string }[] }>('genai.snapshot', {
    systemId: selectedId,
  });
  const { path, passphrase } = demoCertificate(dataFolder);
  const own = certificates.find(({ id }) => id === system.certificateId);
  const world: World = {
    ...window,
    desk,
    call,
    systemId: selectedId,
    systemName: system.name,
    title,
    keyName: keys[0]?.name ?? '',
    certificate: { name: own?.name ?? '', path, word: passphrase },
    file: (name) => join(given, name),
  };
  await askSomething(world);
  return world;
}

/** So that there is an answer of which is known what was sent. */
async function askSomething(world: World): Promise<void> {
  const { page, t } = world;
  await showConversation(world);
  await composerOf(world).fill('And which node?');
  await page.keyboard.press('Enter');
  const answers = page.getByRole('log').getByRole('button', { name: t('chat.moreForAnswer') });
  await answers.nth(2).waitFor({ state: 'attached' });
}
