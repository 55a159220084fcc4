import { expect, onTestFinished, test } from 'vitest';
import { copyOfTheTree } from '../rules/tree.ts';
import { launchChromium } from '../support/chromium.ts';
import { startDev } from '../support/processes/dev-script.ts';
import { openWindow } from './support/window.ts';

const heading = 'renderer/ui/marks/ScreenTitle.tsx';

test('npm run dev: a saved file of the page is replaced in place, one of main starts main anew', async () => {
  const tree = copyOfTheTree();
  const said = startDev(tree.folder);
  const address = () =>
    said.map((line) => /being worked on: (\S+)$/.exec(line)?.[1]).find((url) => url !== undefined);
  await expect.poll(address).toBeDefined();

  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const { page } = await openWindow({ browser, url: address() ?? '', folder: 'dev' });
  const machine = page.getByRole('button', { name: 'cpu-main', exact: true });
  await machine.waitFor();

  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  const source = tree.read(heading);
  expect(source).toContain('<h1 ');
  tree.write(heading, source.replace('<h1 ', '<h1 data-edited="" '));
  await page.locator('h1[data-edited]').waitFor();
  expect(await page.locator('body[data-same-document]').count()).toBe(1);

  tree.append('main/web.ts', '\nprocess.stderr.write("edited main\\n");\n');
  await expect.poll(() => said).toContain('Main started anew');
  await page.locator('body:not([data-same-document])').waitFor();
  await machine.waitFor();
});
