import type { Page } from 'playwright';
import type { Screen } from '../../renderer/kit/screens.ts';
import type { Language, Texts } from '../tour/texts.ts';

/** The demo in a browser's tab, in the language of the picture. */
export interface Stage {
  readonly page: Page;
  readonly t: Texts;
  readonly language: Language;
}

export interface Picture {
  /** Of its files: `guide/pictures/<name>-<language>-<theme>.png`. */
  readonly name: string;
  /** What is on it, by its declaration (renderer/kit/screens.ts): without that, this does not compile. */
  readonly screen: Screen;
  /** Brings it about, from the screen as it opens, and waits until all of it is there. */
  show(stage: Stage): Promise<void>;
  /** What of the window is kept, in pixels; without it, all. */
  readonly clip?: Partial<Readonly<Record<'x' | 'y' | 'width' | 'height', number>>>;
}

/** Every picture of the guide and of README.md, in the order of being taken: what one has left, the next one shows. */
export const pictures: readonly Picture[] = [
  {
    name: 'machines',
    screen: 'machines',
    clip: { height: 640 },
    async show({ page, t }) {
      await page.getByRole('table').getByRole('button', { name: 'gpu-main' }).first().click();
      await page
        .getByRole('region', { name: t('machines.detail.title', { name: 'gpu-main' }) })
        .getByRole('slider')
        .first()
        .waitFor();
    },
  },
  {
    name: 'certificates',
    screen: 'certificates',
    clip: { height: 544 },
    async show({ page, t }) {
      await page.getByText(t('certificates.allowedUse')).first().waitFor();
    },
  },
  {
    name: 'clients',
    screen: 'clients',
    clip: { height: 480 },
    async show({ page, t }) {
      const create = page.getByRole('button', { name: t('clients.new') }).first();
      await create.waitFor();
      if ((await page.getByRole('button', { name: 'my-analysis' }).count()) > 0) return;
      await create.click();
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('textbox', { name: t('clients.clientId') }).fill('my-analysis');
      await sheet
        .getByLabel(t('clients.redirectUrlNumber', { number: 1 }))
        .fill('http://127.0.0.1:8400/callback');
      await sheet.getByRole('button', { name: t('clients.create') }).click();
      await sheet.getByRole('heading', { name: 'my-analysis' }).waitFor();
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'chat',
    screen: 'chat',
    async show({ page, t, language }) {
      const composer = page.getByRole('textbox', { name: t('chat.composer.label') });
      await composer.fill(language === 'ja' ? '表を見せてください' : 'Show me a table');
      await page.getByRole('button', { name: t('chat.composer.send') }).click();
      await page.getByRole('article').getByRole('table').first().waitFor();
      await page
        .getByRole('button', { name: t('chat.composer.stop'), exact: true })
        .waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'jobs',
    screen: 'jobs',
    clip: { height: 544 },
    async show({ page, t }) {
      await page.getByRole('checkbox').nth(3).waitFor();
      await page.getByText(t('jobs.states.running')).first().waitFor();
    },
  },
  {
    name: 'files',
    screen: 'files',
    clip: { height: 544 },
    async show({ page, t }) {
      await page.getByText('README.txt').click();
      const preview = page.getByRole('complementary', { name: t('files.preview.title') });
      await preview.getByText('hello.sh').waitFor();
    },
  },
  {
    name: 'console',
    screen: 'console',
    clip: { height: 640 },
    async show({ page, t }) {
      const demo = page.getByRole('button', { name: t('console.import.demo') });
      const operation = page.getByRole('button', { name: 'GET All machines' });
      await demo.or(operation).first().waitFor();
      if (await demo.isVisible()) await demo.click();
      await operation.click();
      await page.getByRole('region', { name: t('console.exact.title') }).waitFor();
      await page.keyboard.press('Control+Enter');
      const response = page.getByRole('region', { name: t('console.answer.title') });
      await response.getByRole('cell', { name: 'cpu-main', exact: true }).waitFor();
    },
  },
  {
    name: 'sign-in',
    screen: 'machines',
    clip: { x: 860, width: 420 },
    async show({ page, t }) {
      // the demo's certificate is there before its machines
      await page.getByRole('table').getByRole('button', { name: 'gpu-main' }).first().waitFor();
      await page.getByRole('button', { name: new RegExp(t('frame.session.title')) }).click();
      const sheet = page.getByRole('dialog', { name: t('session.title'), exact: true });
      await sheet.getByRole('button', { name: t('session.signIn'), exact: true }).waitFor();
    },
  },
  {
    name: 'doctor',
    screen: 'machines',
    clip: { x: 252, y: 250, width: 776, height: 300 },
    async show({ page, t }) {
      await page.keyboard.press('Control+Shift+X');
      const dialog = page.getByRole('dialog', { name: t('doctor.title'), exact: true });
      const again = dialog.getByRole('button', { name: t('doctor.again'), exact: true });
      await again.waitFor();
    },
  },
  {
    name: 'tools',
    screen: 'tools',
    clip: { height: 544 },
    async show({ page, t }) {
      await page
        .getByRole('button', { name: t('toolServers.add') })
        .first()
        .waitFor();
    },
  },
  {
    name: 'notifications',
    screen: 'settings',
    clip: { height: 608 },
    async show({ page, t }) {
      await page.locator('nav a[href="#/settings/notifications"]').click();
      const on = page.getByRole('switch', { name: t('notices.on') });
      await on.waitFor();
      if (!(await on.isChecked())) await on.click();
      await page.getByText(t('notices.when')).first().waitFor();
    },
  },
  {
    name: 'data',
    screen: 'settings',
    clip: { height: 508 },
    async show({ page, t }) {
      await page.locator('nav a[href="#/settings/backup"]').click();
      await page.getByText(t('settings.backup.which')).first().waitFor();
    },
  },
  {
    name: 'elsewhere',
    screen: 'programs',
    clip: { height: 480 },
    async show({ page, t }) {
      const turnOn = page.getByRole('button', { name: t('programs.empty.turnOn'), exact: true });
      const connect = page.getByRole('button', { name: t('programs.connect'), exact: true });
      await turnOn.or(connect).first().waitFor();
      if (await turnOn.isVisible()) await turnOn.click();
      await connect.first().waitFor();
    },
  },
];
