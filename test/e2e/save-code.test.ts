import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { testFolder } from '../support/files/folder.ts';
import { startApp } from '../support/processes/running-app.ts';
import { saveCode } from '../tour/save-code.ts';
import { openWindow } from './support/window.ts';

test('the code of an answer is a download of the browser', async () => {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const app = await startApp({ dataFolder: testFolder(), demo: true });
  onTestFinished(() => app.stop());
  const window = await openWindow({ browser, url: app.url, folder: 'save-code' });
  await window.page.getByRole('row').nth(2).waitFor();
  const [file] = await Promise.all([window.page.waitForEvent('download'), saveCode(window)]);
  expect(file.suggestedFilename()).toBe('code.py');
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^(import|def|from|#)[\s\S]*\n$/);
});
